import { useQuery } from '@tanstack/react-query';
import type { Badge } from '../../shared/access/area';
import { t } from '../texts';
import css from './MenuBadge.module.css';

/** How often a counter is asked anew (spec §9). */
export const badgeEvery = 180_000;

/** The number beside a menu entry. A counter that fails is nothing to tell: it counts as 0. */
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
