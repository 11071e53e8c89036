import type { StatusTone } from '../../shared/ui/StatusBadge';
import { t } from './texts';
import type { Row } from './wire';

type Badge = { tone: StatusTone; word: string; words: string };

type Facts = Pick<Row, 'status' | 'state'> & { partner: Pick<Row['partner'], 'status'> };

/**
 * The status of a promotion as students meet it (rules 8.12): green while they can get its codes. `word` is enough in a
 * list; `words` begin with the status itself (rules 8.1).
 */
export function badgeOf({ status, state, partner }: Facts): Badge {
  if (status === 'blocked') {
    const word = t.statuses.blocked;
    return { tone: 'red', word, words: word };
  }
  const hidden = partner.status === 'blocked';
  const word = hidden ? t.hidden : t.states[state];
  const tone = !hidden && state === 'running' ? 'green' : 'grey';
  return { tone, word, words: t.active(word) };
}

/** The days of a promotion: 01.02.2026 – 28.02.2026. */
export const showDays = ({ dateBegin, dateEnd }: Pick<Row, 'dateBegin' | 'dateEnd'>) =>
  `${dateBegin} – ${dateEnd}`;

/** The same without the first year, for a tile: 01.02 – 28.02.2026 (rules 7.6). */
export const showShortDays = ({ dateBegin, dateEnd }: Pick<Row, 'dateBegin' | 'dateEnd'>) =>
  `${dateBegin.slice(0, 5)} – ${dateEnd}`;

/** Whether students can see a promotion, regardless of its dates. */
export const isOffered = ({ status, partner }: Pick<Row, 'status' | 'partner'>) =>
  status === 'active' && partner.status === 'active';

/** The form value of "no limit"; the server gets null (rules 8.2). */
export const unlimited = '4';

/** The form values of all limits. */
export const limits = ['1', '2', '3', unlimited];

/** The choices of the number of codes per student. */
export const limitChoices = limits.map((value, i) => ({ value, label: t.limits[i] ?? value }));

/** The form value of a limit. */
export const limitValue = (winLimit: number | null) =>
  winLimit === null ? unlimited : String(winLimit);

/** The text of a limit: Один, Два, Три, Неограниченно. */
export const showLimit = (winLimit: number | null) =>
  limitChoices.find(({ value }) => value === limitValue(winLimit))?.label ?? String(winLimit);
