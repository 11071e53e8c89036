import type { paths } from './schema.gen';

type Method = 'get' | 'put' | 'post' | 'delete';

/** The JSON body of a call: `Body<'/v1/student/{uuidUser}', 'put'>`. */
export type Body<P extends keyof paths, M extends Method> =
  paths[P] extends Record<M, { requestBody: { content: { 'application/json': infer B } } }>
    ? B
    : never;

/** A body with all its fields, the optional ones too: `satisfies Complete<Body<…>>` finds a forgotten one. */
export type Complete<B> = { [K in keyof Required<B>]: B[K] };
