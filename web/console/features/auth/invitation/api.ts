import { queryOptions } from '@tanstack/react-query';
import { answer } from '../../../../kit/api/answer';
import type { Body } from '../../../shared/api/body';
import { openHttp } from '../../../shared/api/transport';

/** What an invitation offers. */
export const invitationQuery = (hash: string) =>
  queryOptions({
    queryKey: ['invitation', hash],
    queryFn: ({ signal }) => answer(openHttp.PUT('/auth/invitation', { body: { hash }, signal })),
    retry: false,
  });

/** Accepts an invitation. */
export const acceptInvitation = (body: Body<'/auth/invitation-accept', 'put'>) =>
  answer(openHttp.PUT('/auth/invitation-accept', { body }));
