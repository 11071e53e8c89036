import { queryOptions } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { useDecision, useFormChange } from '../../shared/api/areaChange';
import type { Body } from '../../shared/api/body';
import { cardQueries, historyQueries, neighboursAt } from '../../shared/api/card';
import { http } from '../../shared/api/client';
import { asPage, type ListQuery } from '../../shared/list/query';
import type { Card, Invitation, Rights } from './wire';

type Query = Pick<ListQuery, 'header'> & { body: Body<'/v1/operators', 'put'> };

/** A page of operators. */
export const listOperators = ({ header, body }: Query, signal: AbortSignal) =>
  asPage(http.PUT('/v1/operators', { params: { header }, body, signal }));

/** Begins the export of the list. */
export const exportOperators = async ({ header, body }: Query, purpose: string) =>
  (
    await answer(
      http.POST('/v1/operators/export', { params: { header }, body: { ...body, purpose } }),
    )
  ).uuidExport;

/** An operator's place in the list. */
export const operatorNeighbours = neighboursAt('/v1/operators/{uuidOperator}/neighbours');

/** An operator's card. */
export const cardQuery = cardQueries('operators', 'operator', '/v1/operators/{uuidOperator}');

/** An operator's history. */
export const historyQuery = historyQueries('operators', '/v1/audit/operator/{uuidOperator}');

const pathOf = ({ operator }: Card) => ({ uuidOperator: operator.uuidOperator });

/** Changes role, flags and university. */
export const useSetRights = (uuidOperator: string) =>
  useFormChange('operators', ({ version, ...body }: Rights & { version: string }) =>
    answer(
      http.PUT('/v1/operators/{uuidOperator}/rights', {
        params: { path: { uuidOperator }, header: { 'If-Match': version } },
        body,
      }),
    ),
  );

/** Blocks an operator or lifts the block. */
export const useSetStatus = () =>
  useDecision(
    'operators',
    ({ card, status, reason }: { card: Card; status: 'active' | 'blocked'; reason?: string }) =>
      answer(
        http.PUT('/v1/operators/{uuidOperator}/status', {
          params: { path: pathOf(card) },
          body: { status, reasonText: reason },
        }),
      ),
  );

/** Removes the second factor of an operator who has lost it. */
export const useResetFactor = () =>
  useDecision('operators', ({ card, reason }: { card: Card; reason: string }) =>
    answer(
      http.DELETE('/v1/operators/{uuidOperator}/factor', {
        params: { path: pathOf(card) },
        body: { reasonText: reason },
      }),
    ),
  );

/** The live sessions of an operator. */
export const sessionsQuery = (uuidOperator: string) =>
  queryOptions({
    queryKey: ['operators', 'sessions', uuidOperator],
    queryFn: ({ signal }) =>
      answer(
        http.GET('/v1/operators/{uuidOperator}/sessions', {
          params: { path: { uuidOperator } },
          signal,
        }),
      ),
  });

/** Ends one session of an operator, or all. */
export const useEndSession = () =>
  useDecision(
    'operators',
    ({ uuidOperator, uuidSession }: { uuidOperator: string; uuidSession?: string }) =>
      uuidSession
        ? answer(
            http.DELETE('/v1/operators/{uuidOperator}/sessions/{uuidSession}', {
              params: { path: { uuidOperator, uuidSession } },
            }),
          )
        : answer(
            http.DELETE('/v1/operators/{uuidOperator}/sessions', {
              params: { path: { uuidOperator } },
            }),
          ),
  );

/** Invitations that wait for an answer: all, or those that have expired. */
export const invitationsQuery = (expired: boolean) =>
  queryOptions({
    queryKey: ['operators', 'invitations', expired],
    queryFn: ({ signal }) =>
      answer(http.GET('/v1/invitations', { params: { query: { expired } }, signal })),
  });

/** Invites somebody. */
export const useInvite = () =>
  useFormChange(
    'operators',
    ({ values, key }: { values: Rights & { login: string }; key: string }) =>
      answer(
        http.POST('/v1/invitations', {
          params: { header: { 'Idempotency-Key': key } },
          body: values,
        }),
      ),
  );

const invitationPath = ({ uuidInvitation }: Invitation) => ({
  params: { path: { uuidInvitation } },
});

/** Sends an invitation again. */
export const useResend = () =>
  useDecision('operators', (invitation: Invitation) =>
    answer(http.PUT('/v1/invitations/{uuidInvitation}/resend', invitationPath(invitation))),
  );

/** Withdraws an invitation. */
export const useRevoke = () =>
  useDecision('operators', (invitation: Invitation) =>
    answer(http.DELETE('/v1/invitations/{uuidInvitation}', invitationPath(invitation))),
  );

/** Who must have a second factor. */
export const policyQuery = queryOptions({
  queryKey: ['operators', 'policy'],
  queryFn: ({ signal }) => answer(http.GET('/v1/second-factor', { signal })),
});

/** Changes who must have a second factor. */
export const useSetPolicy = () =>
  useFormChange('operators', (body: Body<'/v1/second-factor', 'put'>) =>
    answer(http.PUT('/v1/second-factor', { body })),
  );
