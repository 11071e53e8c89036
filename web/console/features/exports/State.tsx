import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Export } from '../../shared/export/api';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import { stateQuery } from './api';
import { isOpen, stateOf, tones } from './rules';
import { t } from './texts';

/** The state of an export in words. */
export const stateText = (row: Export) =>
  row.status === 'running' ? t.progress(row.progress) : t.states[stateOf(row)];

/** The state of an export, followed while its file is prepared; then the list is read again. */
export function State({ row }: { row: Export }) {
  const client = useQueryClient();
  const { data } = useQuery(stateQuery(row));
  const now = isOpen(row) ? data : row;
  const ended = isOpen(row) && !isOpen(now);
  useEffect(() => {
    if (ended) void client.invalidateQueries({ queryKey: ['settings', 'list'] });
  }, [ended, client]);
  return <StatusBadge tone={tones[stateOf(now)]}>{stateText(now)}</StatusBadge>;
}
