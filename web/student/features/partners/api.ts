import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { useChange } from '../../../kit/api/useChange';
import { http } from '../../shared/api/client';
import { mapItems, type Page, pagesQuery } from '../../shared/api/pages';
import type { components } from '../../shared/api/schema.gen';
import { whereNow } from './place';

type Schemas = components['schemas'];
/** A partner in the list. */
export type Offer = Schemas['PartnersOfferWire'];
/** A partner's card. */
export type Partner = Schemas['PartnersOfferCardWire'];
/** A trade point of a partner. */
export type Point = Schemas['PartnersOfferPointWire'];
/** A discount with the card. */
export type Discount = Schemas['PartnersMemberDiscountWire'];

/** The filters of the list and the place. */
export type Wish = {
  search?: string;
  category?: string;
  city?: string;
  near?: string;
  isFavourite?: boolean;
  openNow?: boolean;
};

const day = 24 * 60 * 60_000;

/** Partners by filter: nearest or newest first. */
export const partnersQuery = (wish: Wish) => ({
  ...pagesQuery({
    queryKey: ['partners', 'list', wish],
    kept: wish.openNow ? false : 'recent', // at another hour something else is open
    load: (after, signal) =>
      answer(http.GET('/s/v1/partners', { params: { query: { ...wish, after } }, signal })),
  }),
  placeholderData: keepPreviousData,
});

/** A partner's card; its points are sorted by distance if there is a place (see choosePlace). */
export const partnerQuery = (uuidPartner: string) =>
  queryOptions({
    queryKey: ['partners', 'card', uuidPartner],
    meta: { kept: 'recent' },
    queryFn: ({ client, signal }) => {
      const params = { path: { uuidPartner }, query: whereNow(client) };
      return answer(http.GET('/s/v1/partners/{uuidPartner}', { params, signal }));
    },
  });

/** Categories of partners. */
export const categoriesQuery = queryOptions({
  queryKey: ['categories'],
  meta: { kept: true },
  staleTime: day,
  queryFn: async ({ signal }) => (await answer(http.GET('/s/v1/categories', { signal }))).items,
});

/** Running and planned promotions of a partner. */
export const promotionsQuery = (partner: string) =>
  queryOptions({
    queryKey: ['promotions', 'of', partner],
    meta: { kept: 'recent' },
    queryFn: async ({ signal }) => {
      const params = { query: { partner, limit: 100 } };
      return (await answer(http.GET('/s/v1/promotions', { params, signal }))).items;
    },
  });

/** Adds or removes a favourite. Optimistic: the heart is rolled back on failure. */
export function useFavourite(uuidPartner: string) {
  const client = useQueryClient();
  const show = (isFavourite: boolean) => {
    const mark = <T extends { id: string }>(item: T) =>
      item.id === uuidPartner ? { ...item, isFavourite } : item;
    client.setQueriesData<{ pages: Page<Offer>[]; pageParams: (string | undefined)[] }>(
      { queryKey: ['partners', 'list'] },
      (data) => mapItems(data, mark),
    );
    client.setQueryData<Partner>(['partners', 'card', uuidPartner], (card) => card && mark(card));
  };
  return useChange({
    scope: { id: `favourite/${uuidPartner}` }, // in their order: two at once could arrive in the other one
    mutationFn: (isFavourite: boolean) => {
      const options = { params: { path: { uuidPartner } } };
      const path = '/s/v1/favourites/{uuidPartner}';
      return answer(isFavourite ? http.PUT(path, options) : http.DELETE(path, options));
    },
    onMutate: show,
    onError: (_error, isFavourite) => show(!isFavourite),
    onSuccess: () =>
      client.invalidateQueries({
        queryKey: ['partners', 'list'],
        refetchType: 'none', // removed partners stay visible until the list is opened again
        predicate: ({ queryKey }) => (queryKey[2] as Wish).isFavourite === true,
      }),
  });
}
