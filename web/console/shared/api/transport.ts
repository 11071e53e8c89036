import createClient from 'openapi-fetch';
import { send } from '../../../kit/api/send';
import type { paths } from './schema.gen';
import { tellWhenSlow } from './slow';

/** Calls without a token: sign-in, refresh, password reset, logout. */
export const openHttp = createClient<paths>({
  baseUrl: location.origin,
  fetch: (request) => tellWhenSlow(send(request)),
});
