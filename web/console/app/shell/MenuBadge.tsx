import { useQuery } from '@tanstack/react-query';
import type { Badge } from '../../shared/access/area';
import { t } from '../texts';
import css from './MenuBadge.module.css';

/** Poll interval of a counter, ms. */
export const badgeEvery = 180_000;

/** The counter of a menu entry; a failed one counts as 0 (rules 20.5). */
export function MenuBadge({ badge }: { badge: Badge }) {
  const { data = 0 } = useQuery({
    ...badge.query,
    refetchInterval: badgeEvery,
    retry: false,
    throwOnError: false,
  });
  if (data <= 0) return null;
  return (
    <span className={css.badge} role="img" aria-label={t.badge(data)}>
      {t.count(data)}
    </span>
  );
}
