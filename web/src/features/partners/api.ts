import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer, wholeAnswer } from '../../shared/api/answer';
import { http } from '../../shared/api/client';
import { invalidateArea } from '../../shared/api/effects';
import type { components } from '../../shared/api/schema.gen';
import { useChange } from '../../shared/api/useChange';
import { asPage, type ListQuery } from '../../shared/list/query';
import { networks, type PartnerChange } from './rules';

type Schemas = components['schemas'];

/** A row of the list of partners. */
export type Row = Schemas['PartnersRowWire'];

/** A partner's card. */
export type Partner = Schemas['PartnersCardWire'];

/** A card as it was loaded. */
export type Card = { partner: Partner; version: string };

type Query = Pick<ListQuery, 'header'> & { body: Schemas['PartnersFilterWire'] };

const keys = {
  card: (id: string) => ['partners', 'card', id],
  history: (id: string) => ['partners', 'history', id],
  inn: (inn: string) => ['partners', 'inn', inn],
};

/** A page of partners. */
export const listPartners = ({ header, body }: Query, signal: AbortSignal) =>
  asPage(wholeAnswer(http.PUT('/v1/partner', { params: { header }, body, signal })));

/** Where a partner stands in the list. */
export const partnerNeighbours = (
  uuidPartner: string,
  { header, body }: Query,
  signal: AbortSignal,
) =>
  answer(
    http.PUT('/v1/partner/neighbours/{uuidPartner}', {
      params: { header, path: { uuidPartner } },
      body,
      signal,
    }),
  );

/** Cities of partners, by a part of the name. */
export const findPartnerCities = async (searchString: string, signal: AbortSignal) => {
  const found = await answer(
    http.PUT('/v1/partner/filter/cities', { body: { searchString }, signal }),
  );
  return found.map(({ uuidCity, nameCity }) => ({ value: uuidCity, label: nameCity }));
};

/** A partner's card with its version: every change of it names the version it was made upon. */
export const cardQuery = (uuidPartner: string) =>
  queryOptions({
    queryKey: keys.card(uuidPartner),
    queryFn: async ({ signal }): Promise<Card> => {
      const { data, headers } = await wholeAnswer(
        http.GET('/v2/partner/{uuidPartner}', { params: { path: { uuidPartner } }, signal }),
      );
      return { partner: data, version: headers.get('etag') ?? '' };
    },
  });

/** What happened to a partner, the latest first. */
export const historyQuery = (uuidPartner: string) =>
  queryOptions({
    queryKey: keys.history(uuidPartner),
    queryFn: ({ signal }) =>
      answer(
        http.GET('/v1/audit/partner/{uuidPartner}', { params: { path: { uuidPartner } }, signal }),
      ),
  });

/** Partners with this ИНН. */
export const innQuery = (inn: string) =>
  queryOptions({
    queryKey: keys.inn(inn),
    queryFn: ({ signal }) =>
      answer(http.GET('/v1/partner/inn/{inn}', { params: { path: { inn } }, signal })),
  });

/** Blocks a partner for a reason, or unblocks it. Whoever comes second is told what the first one did. */
export function useMove() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ card, reason }: { card: Card; reason: string | null }) =>
      answer(
        http.PUT('/v1/partner/{uuidPartner}/status', {
          params: {
            path: { uuidPartner: card.partner.uuidPartner },
            header: { 'If-Match': card.version },
          },
          body: {
            status: reason === null ? 'active' : 'blocked',
            reasonBlocked: reason ?? undefined,
          },
        }),
      ),
    meta: { errors: { 409: (problem) => problem.detail } },
    // After a refusal too: the card then shows what was decided meanwhile.
    onSettled: () => invalidateArea(client, 'partners'),
  });
}

const formBody = (change: PartnerChange) => ({
  name: change.name,
  legalName: change.legalName,
  inn: change.inn,
  linkToSite: change.site,
  uuidMainCity: change.city,
  category: { uuidCategory: change.category },
  description: change.description,
  phone: change.phone,
  email: change.email,
  socialNetworks: networks.map((type) => ({ type, link: change[type] })),
  logo: change.logo,
  keyImg: change.keyImage,
});

/** Makes a partner; the same attempt sent again makes no second one. */
export function useCreatePartner() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ change, key }: { change: PartnerChange; key: string }) =>
      answer(
        http.POST('/v2/partner', {
          params: { header: { 'Idempotency-Key': key } },
          body: formBody(change),
        }),
      ),
    meta: { errors: 'form' },
    onSuccess: () => invalidateArea(client, 'partners'),
  });
}

/** Saves the edit form of a partner. */
export function useSavePartner() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ uuidPartner, change }: { uuidPartner: string; change: PartnerChange }) =>
      answer(
        http.PUT('/v2/partner/{uuidPartner}', {
          params: { path: { uuidPartner }, header: { 'If-Match': change.version } },
          body: formBody(change),
        }),
      ),
    meta: { errors: 'form' },
    onSuccess: () => invalidateArea(client, 'partners'),
  });
}
