import { useQueryClient } from '@tanstack/react-query';
import { answer } from '../../shared/api/answer';
import { http } from '../../shared/api/client';
import { invalidateArea } from '../../shared/api/effects';
import type { components } from '../../shared/api/schema.gen';
import { useChange } from '../../shared/api/useChange';
import type { DiscountValues } from './discountRules';

/** What a partner gives to students. */
export type Discount = components['schemas']['PartnersDiscountWire'];

// The value of the kind that was not chosen is not sent.
const bodyOf = ({ type, size, name, description }: DiscountValues) => ({
  type,
  size: type === 'fix' ? size.trim() : '',
  name: type === 'free' ? name.trim() : '',
  description: description.trim(),
});

type Added = { uuidPartner: string; values: DiscountValues; key: string };

/** Adds a discount; the fourth is refused. */
export function useAddDiscount() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ uuidPartner, values, key }: Added) =>
      answer(
        http.POST('/v1/discount', {
          params: { header: { 'Idempotency-Key': key } },
          body: { uuidPartner, discounts: [bodyOf(values)] },
        }),
      ),
    meta: { errors: 'form' },
    // After a refusal too: somebody else may have added the third.
    onSettled: () => invalidateArea(client, 'partners'),
  });
}

/** Changes a discount. */
export function useSaveDiscount() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ uuidDiscount, values }: { uuidDiscount: string; values: DiscountValues }) =>
      answer(
        http.PUT('/v1/discount/{uuidDiscount}', {
          params: { path: { uuidDiscount } },
          body: bodyOf(values),
        }),
      ),
    meta: { errors: 'form' },
    onSuccess: () => invalidateArea(client, 'partners'),
  });
}

/** Deletes a discount. */
export function useDeleteDiscount() {
  const client = useQueryClient();
  return useChange({
    mutationFn: (uuidDiscount: string) =>
      answer(http.DELETE('/v1/discount/{uuidDiscount}', { params: { path: { uuidDiscount } } })),
    onSettled: () => invalidateArea(client, 'partners'),
  });
}
