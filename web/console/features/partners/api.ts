import { queryOptions } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { useDecision, useFormChange } from '../../shared/api/areaChange';
import type { Body, Complete } from '../../shared/api/body';
import { cardQueries, historyQueries, neighboursAt } from '../../shared/api/card';
import { http } from '../../shared/api/client';
import { asPage, type ListQuery } from '../../shared/list/query';
import { networks, type PartnerChange } from './form/rules';
import type { Card, PartnerFilter } from './wire';

type Query = Pick<ListQuery, 'header'> & { body: PartnerFilter };

/** A page of partners. */
export const listPartners = ({ header, body }: Query, signal: AbortSignal) =>
  asPage(http.PUT('/v1/partner', { params: { header }, body, signal }));

/** Begins the export of the list. */
export const exportPartners = async ({ header, body }: Query, purpose: string) =>
  (
    await answer(
      http.POST('/v1/partner/export', { params: { header }, body: { ...body, purpose } }),
    )
  ).uuidExport;

/** A partner's place in the list. */
export const partnerNeighbours = neighboursAt('/v1/partner/neighbours/{uuidPartner}');

/** Cities of partners, by a part of the name; the frequent ones without one. */
export const findPartnerCities = async (searchString: string, signal: AbortSignal) => {
  const found = await answer(
    http.PUT('/v1/partner/filter/cities', {
      body: searchString ? { searchString } : { frequent: true },
      signal,
    }),
  );
  return found.map(({ uuidCity, nameCity }) => ({ value: uuidCity, label: nameCity }));
};

/** A partner's card. */
export const cardQuery = cardQueries('partners', 'partner', '/v2/partner/{uuidPartner}');

/** A partner's history. */
export const historyQuery = historyQueries('partners', '/v1/audit/partner/{uuidPartner}');

/** Partners with this ИНН. */
export const innQuery = (inn: string) =>
  queryOptions({
    queryKey: ['partners', 'inn', inn],
    queryFn: ({ signal }) =>
      answer(http.GET('/v1/partner/inn/{inn}', { params: { path: { inn } }, signal })),
  });

/** Blocks a partner for a reason; without one, unblocks it. */
export const useMove = () =>
  useDecision('partners', ({ card, reason }: { card: Card; reason: string | null }) =>
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
  );

const formBody = (change: PartnerChange) =>
  ({
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
  }) satisfies Complete<Body<'/v2/partner/{uuidPartner}', 'put'>>;

/** Creates a partner. A repeated attempt with the same key creates no second one. */
export const useCreatePartner = () =>
  useFormChange('partners', ({ change, key }: { change: PartnerChange; key: string }) =>
    answer(
      http.POST('/v2/partner', {
        params: { header: { 'Idempotency-Key': key } },
        body: formBody(change),
      }),
    ),
  );

/** Saves the edit form of a partner. */
export const useSavePartner = () =>
  useFormChange(
    'partners',
    ({ uuidPartner, change }: { uuidPartner: string; change: PartnerChange }) =>
      answer(
        http.PUT('/v2/partner/{uuidPartner}', {
          params: { path: { uuidPartner }, header: { 'If-Match': change.version } },
          body: formBody(change),
        }),
      ),
  );
