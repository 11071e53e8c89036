import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { readView, type View, writeView } from './rules';

/** What the page shows, which is the address, and how to show something else. */
export function useView(): [View, (change: Partial<View>) => void] {
  const params: Record<string, unknown> = useSearch({ strict: false });
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
