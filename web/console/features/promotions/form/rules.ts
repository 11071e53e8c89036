import * as v from 'valibot';
import { isoDay } from '../../../../kit/format/day';
import { requiredDay, requiredText } from '../../../shared/form/schema';
import { t as form } from '../../../shared/form/texts';
import type { FieldProps } from '../../../shared/form/useAppForm';
import { pending } from '../codes/rules';
import { limits, limitValue, unlimited } from '../rules';
import { t } from '../texts';
import type { Card } from '../wire';

/** The longest description, in characters. */
export const longestDescription = 2000;

type Days = { dateBegin: string; dateEnd: string };

function inOrder({ dateBegin, dateEnd }: Days): boolean {
  const [begin, end] = [isoDay(dateBegin), isoDay(dateEnd)];
  return begin === null || end === null || begin <= end;
}

/** The form of a promotion: the rules of internal/promotions/promotions.go, checked before it is sent. */
export const promotionSchema = v.pipe(
  v.object({
    name: requiredText(200),
    description: requiredText(longestDescription),
    dateBegin: requiredDay(t.form.beginRequired),
    dateEnd: requiredDay(t.form.endRequired),
    winLimit: v.pipe(
      v.string(),
      v.check((value) => limits.includes(value), form.choose),
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

/** The values of the form. */
export type PromotionValues = v.InferInput<typeof promotionSchema>;

/** The checked values, ready to send. */
export type PromotionChange = v.InferOutput<typeof promotionSchema>;

/** Returns the props of a field by its name. */
export type PromotionField = <K extends keyof PromotionValues>(
  name: K,
) => FieldProps<PromotionValues[K]>;

/** The form of a new promotion. */
export const emptyPromotion: PromotionValues = {
  ...{ name: '', description: '', dateBegin: '', dateEnd: '', winLimit: '1', file: '' },
  version: '',
};

/** The form values of a card. */
export const valuesOf = ({ promotion, version }: Card): PromotionValues => ({
  name: promotion.name,
  description: promotion.description,
  dateBegin: promotion.dateBegin,
  dateEnd: promotion.dateEnd,
  winLimit: limitValue(promotion.winLimit),
  // A file adds codes: files imported before are not shown.
  file: '',
  // Part of the values: after a reload the form must send the version it was merged with.
  version,
});

/** Drops the file from a draft: the result of its check is not kept. */
export const revive = (values: PromotionValues): PromotionValues => ({ ...values, file: '' });

/** The form field of a server field. */
export const fieldOf = (wire: string) => (wire === 'fileUrl' ? 'file' : wire);
