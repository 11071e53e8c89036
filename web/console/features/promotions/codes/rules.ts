import { isoDay } from '../../../../kit/format/day';
import { t } from '../texts';
import type { Check, Import } from '../wire';

/** Whether an import is queued or running. */
export const isRunning = (job: Import | null | undefined) =>
  job?.status === 'queued' || job?.status === 'running';

/** The share of taken codes in percent: 0 only if none is taken, 100 only if none is left. */
export function usedShare(used: number, remaining: number): number {
  if (used === 0) return 0;
  if (remaining === 0) return 100;
  return Math.min(99, Math.max(1, Math.round((used * 100) / (used + remaining))));
}

/** How long the codes will last; enough if until the end of the promotion. */
export const outlook = (lastsUntil: string, dateEnd: string) =>
  (isoDay(lastsUntil) ?? '') >= (isoDay(dateEnd) ?? '')
    ? t.codes.enough
    : t.codes.lasts(lastsUntil);

// By the name alone (rules 8.4).
const isCsv = (name: string) => /\.csv$/i.test(name);

// Bytes (rules 8.4).
const largestFile = 64 * 1024 * 1024;

/** Why a file is refused before the upload; null if it is not. */
export function fileRefusal({ name, size }: Pick<File, 'name' | 'size'>): 'format' | string | null {
  if (!isCsv(name)) return 'format';
  if (size === 0) return t.file.empty;
  return size > largestFile ? t.file.tooLarge : null;
}

/** Whether no line of a file is a valid code. */
export const isUseless = ({ total, invalid }: Check) => total === invalid;

/** Why a file looks damaged, one sentence per reason. */
export function suspicionsOf({ scientific, lostZeros, lookAlikes }: Check): string[] {
  return [
    scientific > 0 && t.file.scientific(scientific),
    lostZeros > 0 && t.file.lostZeros(lostZeros),
    lookAlikes > 0 && t.file.lookAlikes(lookAlikes),
  ].filter((text) => text !== false);
}

/** The value of the file field during upload and check. */
export const pending = 'pending';
