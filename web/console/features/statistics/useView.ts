import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useUrlSearch } from '../../shared/links/usePage';
import { readView, type View, writeView } from './rules';

/** The view in the URL and a function that changes it. */
export function useView(): [View, (change: Partial<View>) => void] {
  const params = useUrlSearch();
  const navigate = useNavigate();
  const view = useMemo(() => readView(params), [params]);
  const show = (change: Partial<View>) =>
    void navigate({
      to: '.',
      search: (now: Record<string, unknown>) => writeView({ ...readView(now), ...change }),
      resetScroll: false,
    });
  return [view, show];
}
