import { refreshSession } from '../session/refresh';
import { readTokens } from '../session/storage';
import { Problem, problemOf, unreachable } from './problem';
import type { paths } from './schema.gen';
import { uuid } from './uuid';

// Security §1.13: an upload ends after 30 s without progress or 15 minutes in all.
const stall = 30_000;
const longest = 900_000;

type UploadPath =
  | '/v1/upload-photo'
  | '/v2/upload-photo'
  | '/v2/partner/add/photo'
  | '/v2/partner/edit/photo'
  | '/v1/news/photo';
type Uploaded<P extends UploadPath> =
  paths[P]['post']['responses'][200]['content']['application/json'];

/** What an upload tells on its way, and what ends it. */
export type Transfer = {
  /** Called with the share sent, 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
};

type Options = Partial<Transfer> & {
  /** What the call wants to know beside the file. */
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
    // fetch tells nothing of the progress of a request body
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
    // Cancelled by the caller, or silent for too long.
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

/** Uploads one file and tells how far it is. A failure is a Problem; cancelled by the caller it is an AbortError. */
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
