import type { StatusTone } from '../../shared/ui/StatusBadge';
import { t } from './texts';
import type { Partner } from './wire';

/** The colours of the statuses (rules 21.6). */
export const tones: Record<Partner['status'], StatusTone> = { active: 'green', blocked: 'red' };

/** A stored phone as the card shows it: +7 999 999-99-99 (rules 7.5). */
export function cardPhone(stored: string): string {
  const parts = /^(\d)(\d{3})(\d{3})(\d{2})(\d{2})$/.exec(stored);
  if (!parts) return stored;
  const [, country, area, a, b, c] = parts;
  return `+${country} ${area} ${a}-${b}-${c}`;
}

/** What a partner lacks before students can use it; null if nothing. */
export function missingOf({ countSalePoints, countDiscounts }: Partner): string | null {
  if (countSalePoints === 0 && countDiscounts === 0) return t.card.missing.both;
  if (countSalePoints === 0) return t.card.missing.points;
  return countDiscounts === 0 ? t.card.missing.discounts : null;
}
