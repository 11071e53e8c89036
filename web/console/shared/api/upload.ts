import { Problem, problemOf, unreachable } from '../../../kit/api/problem';
import { uuid } from '../../../kit/api/uuid';
import { refreshSession } from '../session/refresh';
import { readTokens } from '../session/storage';
import type { paths } from './schema.gen';

// An upload is aborted after 30 s without progress or 15 minutes in total (rules 18.1).
const stall = 30_000;
const longest = 900_000;

type UploadPath =
  | '/v1/upload-photo'
  | '/v2/upload-photo'
  | '/v2/partner/add/photo'
  | '/v2/partner/edit/photo'
  | '/v1/news/photo'
  | `/v1/catalog/${'universities' | 'cities' | 'regions' | 'faculties'}/import`
  | `/v1/catalog/${'partner' | 'knowledge'}-categories/import`;
type Uploaded<P extends UploadPath> =
  paths[P]['post']['responses'][200]['content']['application/json'];

/** Progress callback and abort signal of an upload. */
export type Transfer = {
  /** Called with the fraction sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

type Options = Partial<Transfer> & {
  /** Additional request headers. */
  headers?: Readonly<Record<string, string>>;
};

type Reply = { status: number; body: unknown };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function post(path: string, file: File, key: string, options: Options): Promise<Reply> {
  const { signal } = options;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    // XMLHttpRequest, because fetch does not report upload progress.
    const request = new XMLHttpRequest();
    const fail = () => reject(new Problem(unreachable));
    let quiet = setTimeout(() => request.abort(), stall);
    request.upload.onprogress = (event) => {
      clearTimeout(quiet);
      quiet = setTimeout(() => request.abort(), stall);
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    };
    request.onload = () => resolve({ status: request.status, body: parse(request.responseText) });
    request.onerror = fail;
    request.ontimeout = fail;
    // Aborted by the caller, or by the stall timer.
    request.onabort = () => (signal?.aborted ? reject(signal.reason) : fail());
    request.onloadend = () => clearTimeout(quiet);
    signal?.addEventListener('abort', () => request.abort());
    request.open('POST', path);
    request.timeout = longest;
    request.setRequestHeader('X-Access-Token', readTokens()?.access ?? '');
    request.setRequestHeader('Idempotency-Key', key);
    for (const [name, value] of Object.entries(options.headers ?? {})) {
      request.setRequestHeader(name, value);
    }
    const form = new FormData();
    form.append('imageFile', file);
    request.send(form);
  });
}

/** Uploads a file with progress. Throws a Problem, or an AbortError if the caller aborted. */
export async function upload<P extends UploadPath>(
  path: P,
  file: File,
  options: Options = {},
): Promise<Uploaded<P>> {
  const key = uuid();
  const used = readTokens()?.access ?? null;
  let reply = await post(path, file, key, options);
  const refreshed = reply.status === 401 ? await refreshSession(used) : null;
  if (refreshed === 'failed') throw new Problem(unreachable);
  if (refreshed === 'fresh') reply = await post(path, file, key, options);
  if (reply.status !== 200 || reply.body === null) throw problemOf(reply.status, reply.body);
  return reply.body as Uploaded<P>;
}
