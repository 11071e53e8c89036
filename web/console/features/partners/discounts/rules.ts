import * as v from 'valibot';
import { formRules, requiredText } from '../../../shared/form/schema';
import { t } from '../texts';
import type { Discount } from '../wire';

/** The most discounts a partner may have (rules 7.7). */
export const mostDiscounts = 3;

/** Limits of the fields, in characters (rules 7.7). */
export const longest = { name: 30, size: 11, description: 140 };

/** fix: a percentage; free: something with a name. */
export type DiscountType = Discount['type'];

/** The values of the dialog. It keeps the values of both kinds while the operator switches. */
export type DiscountValues = {
  type: DiscountType;
  size: string;
  name: string;
  description: string;
};

const sizeSchema = v.pipe(
  requiredText(longest.size, t.discounts.sizeRequired),
  v.regex(/^\d+([.,]\d+)?$/, t.discounts.sizeWrong),
);
const nameSchema = requiredText(longest.name, t.discounts.nameRequired);
const descriptionSchema = requiredText(longest.description, t.discounts.descriptionRequired);

const refusal = (schema: v.GenericSchema, value: string) =>
  v.safeParse(schema, value).issues?.[0].message;

/** The rules of internal/partners/discount.go: only the value of the chosen kind counts. */
export const discountSchema = formRules<DiscountValues>(({ type, size, name, description }) => ({
  ...(type === 'fix' ? { size: refusal(sizeSchema, size) } : { name: refusal(nameSchema, name) }),
  description: refusal(descriptionSchema, description),
}));

/** The form values of a discount; of a new one for null. */
export const valuesOf = (discount: Discount | null): DiscountValues => ({
  type: discount?.type ?? 'fix',
  size: discount?.size ?? '',
  name: discount?.name ?? '',
  description: discount?.description ?? '',
});

/** The value of a discount in words: 10 %, or its name. */
export const shownValue = ({ type, size, name }: Pick<Discount, 'type' | 'size' | 'name'>) =>
  type === 'fix' ? t.discounts.percent(size ?? '') : (name ?? '');
