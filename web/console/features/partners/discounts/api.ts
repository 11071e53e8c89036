import { answer } from '../../../../kit/api/answer';
import { useDecision, useFormChange } from '../../../shared/api/areaChange';
import type { Body, Complete } from '../../../shared/api/body';
import { http } from '../../../shared/api/client';
import type { DiscountValues } from './rules';

// The value of the other kind stays in the form and is not sent.
const bodyOf = ({ type, size, name, description }: DiscountValues) =>
  ({
    type,
    size: type === 'fix' ? size.trim() : '',
    name: type === 'free' ? name.trim() : '',
    description: description.trim(),
  }) satisfies Complete<Body<'/v1/discount/{uuidDiscount}', 'put'>>;

type NewDiscount = { uuidPartner: string; values: DiscountValues; key: string };

/** Adds a discount. A 409 means that the partner has three: refetched to show the one added by somebody else. */
export const useAddDiscount = () =>
  useFormChange(
    'partners',
    ({ uuidPartner, values, key }: NewDiscount) =>
      answer(
        http.POST('/v1/discount', {
          params: { header: { 'Idempotency-Key': key } },
          body: { uuidPartner, discounts: [bodyOf(values)] },
        }),
      ),
    { afterFailure: true },
  );

/** Saves a discount. */
export const useSaveDiscount = () =>
  useFormChange(
    'partners',
    ({ uuidDiscount, values }: { uuidDiscount: string; values: DiscountValues }) =>
      answer(
        http.PUT('/v1/discount/{uuidDiscount}', {
          params: { path: { uuidDiscount } },
          body: bodyOf(values),
        }),
      ),
  );

/** Deletes a discount. */
export const useDeleteDiscount = () =>
  useDecision('partners', (uuidDiscount: string) =>
    answer(http.DELETE('/v1/discount/{uuidDiscount}', { params: { path: { uuidDiscount } } })),
  );
