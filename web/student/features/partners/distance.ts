import { formatDecimal } from '../../../kit/format/number';
import { t } from './texts';

/** A distance as text: 240 м, 1,3 км, 12 км. */
export function inMetres(metres: number): string {
  if (metres < 950) return t.metres(Math.max(10, Math.round(metres / 10) * 10));
  const kilometres = metres / 1000;
  return t.kilometres(
    formatDecimal(kilometres < 9.95 ? Math.round(kilometres * 10) / 10 : Math.round(kilometres)),
  );
}
