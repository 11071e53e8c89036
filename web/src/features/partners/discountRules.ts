import * as v from 'valibot';
import { requiredText, ruled } from '../../shared/form/schema';
import type { Discount } from './discountsApi';
import { t } from './texts';

/** At most so many discounts a partner (spec §5). */
export const mostDiscounts = 3;

/** Characters that the fields of a discount take (spec §5). */
export const longest = { name: 30, size: 11, description: 140 };

/** A percentage, or something named. */
export type DiscountType = Discount['type'];

/** What the dialog holds. Both values stay while the kind is being decided on. */
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
export const discountSchema = ruled<DiscountValues>(({ type, size, name, description }) => ({
  ...(type === 'fix' ? { size: refusal(sizeSchema, size) } : { name: refusal(nameSchema, name) }),
  description: refusal(descriptionSchema, description),
}));

/** A discount as the dialog holds it; an empty one when there is none yet. */
export const valuesOf = (discount: Discount | null): DiscountValues => ({
  type: discount?.type ?? 'fix',
  size: discount?.size ?? '',
  name: discount?.name ?? '',
  description: discount?.description ?? '',
});

/** What a discount gives, in a word. */
export const shownValue = ({ type, size, name }: Pick<Discount, 'type' | 'size' | 'name'>) =>
  type === 'fix' ? t.discounts.percent(size ?? '') : (name ?? '');
