import * as v from 'valibot';
import type { Problem } from '../../shared/api/problem';
import { isoDate } from '../../shared/form/date';
import { type FormErrors, requiredText, wholeForm } from '../../shared/form/schema';
import { t as form } from '../../shared/form/texts';
import type { FieldProps } from '../../shared/form/useAppForm';
import type { StatusTone } from '../../shared/ui/StatusBadge';
import type { Card, Row } from './api';
import type { Check, Import } from './codesApi';
import { t } from './texts';

/** The colours of the statuses (design.md). */
export const tones: Record<Row['status'], StatusTone> = { active: 'green', blocked: 'red' };

/** yyyy-MM-dd HH:mm:ss as dd.MM.yyyy. */
export const showDay = (stamp: string) => stamp.slice(0, 10).split('-').reverse().join('.');

/** The days of a promotion: 01.02.2026 – 28.02.2026. */
export const showDays = ({ dateBegin, dateEnd }: Pick<Row, 'dateBegin' | 'dateEnd'>) =>
  `${dateBegin} – ${dateEnd}`;

/** The days as a tile has room for them: 01.02 – 28.02.2026 (spec §2.10). */
export const showShortDays = ({ dateBegin, dateEnd }: Pick<Row, 'dateBegin' | 'dateEnd'>) =>
  `${dateBegin.slice(0, 5)} – ${dateEnd}`;

/** Whether students see a promotion at all; its dates apart. */
export const isOffered = ({ status, partner }: Pick<Row, 'status' | 'partner'>) =>
  status === 'active' && partner.status === 'active';

/** Whether a file is still being taken over. */
export const isUnderWay = (file: Import | null | undefined) =>
  file?.status === 'queued' || file?.status === 'running';

/** How much of the codes is taken, percent; the last one counts as a whole percent, and so does the first. */
export function usedShare(used: number, remaining: number): number {
  if (used === 0) return 0;
  if (remaining === 0) return 100;
  return Math.min(99, Math.max(1, Math.round((used * 100) / (used + remaining))));
}

/** How long the codes last, as far as it matters: after its end a promotion needs none. */
export const outlook = (lastsUntil: string, dateEnd: string) =>
  (isoDate(lastsUntil) ?? '') >= (isoDate(dateEnd) ?? '')
    ? t.codes.enough
    : t.codes.lasts(lastsUntil);

/** A file whose name does not say csv is none (contract §8). */
const isCsv = (name: string) => /\.csv$/i.test(name);

/** Files up to so many bytes are taken (contract §3). */
const largestFile = 64 * 1024 * 1024;

/** Why a file is not taken, before anything is sent; null when it is. */
export function fileRefusal({ name, size }: Pick<File, 'name' | 'size'>): 'format' | string | null {
  if (!isCsv(name)) return 'format';
  if (size === 0) return t.file.empty;
  return size > largestFile ? t.file.tooLarge : null;
}

/** Whether nothing of a file can be used. */
export const isUseless = ({ total, invalid }: Check) => total === invalid;

/** What makes a file look damaged, a sentence each. */
export function suspicionsOf({ scientific, lostZeros, lookAlikes }: Check): string[] {
  return [
    scientific > 0 && t.file.scientific(scientific),
    lostZeros > 0 && t.file.lostZeros(lostZeros),
    lookAlikes > 0 && t.file.lookAlikes(lookAlikes),
  ].filter((text) => text !== false);
}

/** The value of the file's field while it is on the way or being looked through. */
export const pending = 'pending';

/** The form's own word for any number; it never reaches the wire (contract §8). */
const unlimited = '4';

const limits = ['1', '2', '3', unlimited];

/** How many codes a student may have, in words. */
export const limitChoices = limits.map((value, i) => ({ value, label: t.limits[i] ?? value }));

/** A limit as the form holds it. */
const limitValue = (winLimit: number | null) => (winLimit === null ? unlimited : String(winLimit));

/** A limit in a word: Один, Два, Три, Неограниченно. */
export const showLimit = (winLimit: number | null) =>
  limitChoices.find(({ value }) => value === limitValue(winLimit))?.label ?? String(winLimit);

/** Characters that a description may have. */
export const longestDescription = 2000;

const date = v.pipe(
  v.string(),
  v.nonEmpty(form.required),
  v.check((text) => isoDate(text) !== null, form.dateWrong),
);

type Days = { dateBegin: string; dateEnd: string };

function inOrder({ dateBegin, dateEnd }: Days): boolean {
  const [begin, end] = [isoDate(dateBegin), isoDate(dateEnd)];
  return begin === null || end === null || begin <= end;
}

/** The form of a promotion: the rules of internal/promotions/promotions.go, told before anything is sent. */
export const promotionSchema = v.pipe(
  v.object({
    name: requiredText(200),
    description: requiredText(longestDescription),
    dateBegin: date,
    dateEnd: date,
    winLimit: v.pipe(
      v.string(),
      v.check((value) => limits.includes(value), form.required),
      v.transform((value) => (value === unlimited ? null : Number(value))),
    ),
    file: v.pipe(
      v.string(),
      v.check((value) => value !== pending, t.file.wait),
    ),
    version: v.string(),
  }),
  v.forward(v.partialCheck([['dateBegin'], ['dateEnd']], inOrder, t.form.datesReversed), [
    'dateEnd',
  ]),
);

/** What the form holds. */
export type PromotionValues = v.InferInput<typeof promotionSchema>;

/** What it sends. */
export type PromotionChange = v.InferOutput<typeof promotionSchema>;

/** Gives a field of the form by its name. */
export type PromotionField = <K extends keyof PromotionValues>(
  name: K,
) => FieldProps<PromotionValues[K]>;

/** The form of a promotion that is not there yet. */
export const emptyPromotion: PromotionValues = {
  ...{ name: '', description: '', dateBegin: '', dateEnd: '', winLimit: '1', file: '' },
  version: '',
};

/** A card as the form holds it. */
export const valuesOf = ({ promotion, version }: Card): PromotionValues => ({
  name: promotion.name,
  description: promotion.description,
  dateBegin: promotion.dateBegin,
  dateEnd: promotion.dateEnd,
  winLimit: limitValue(promotion.winLimit),
  // A file is something to add: the one before is not shown again.
  file: '',
  // Kept with the values: after a reload the form is saved upon what it was merged with.
  version,
});

/** A file is chosen again after a draft: nothing is known of it but its key. */
export const revive = (values: PromotionValues): PromotionValues => ({ ...values, file: '' });

/** What the server refuses, by the fields of the form. What it has no field for is said above it. */
export function refusedFields({ status, errors }: Problem): FormErrors | undefined {
  if (status !== 422 || errors.length === 0) return undefined;
  const found: FormErrors = {};
  for (const { field, message } of errors) {
    const name = field === 'fileUrl' ? 'file' : field;
    found[name in emptyPromotion ? name : wholeForm] ??= message;
  }
  return found;
}
