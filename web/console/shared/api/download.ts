import { Problem, problemOf, unreachable } from '../../../kit/api/problem';
import { confirmIdentity } from '../confirm/identity';
import { refreshSession } from '../session/refresh';
import { readTokens } from '../session/storage';

// A download is aborted after 30 s without progress or 15 minutes in total (rules 18.1).
const stall = 30_000;
const longest = 900_000;

type Fetched = { status: number; ok: boolean; file: Blob };

// Reports each chunk.
const passing = (arrived: () => void) =>
  new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, out) {
      arrived();
      out.enqueue(piece);
    },
  });

async function fetchFile(path: string, access: string | null): Promise<Fetched> {
  const stop = new AbortController();
  let quiet: ReturnType<typeof setTimeout> | undefined;
  const progress = () => {
    clearTimeout(quiet);
    quiet = setTimeout(() => stop.abort(), stall);
  };
  progress();
  const total = setTimeout(() => stop.abort(), longest);
  try {
    const response = await fetch(path, {
      headers: { 'X-Access-Token': access ?? '' },
      signal: stop.signal,
    });
    progress();
    const body = response.body?.pipeThrough(passing(progress));
    const file = await new Response(body, response).blob();
    return { status: response.status, ok: response.ok, file };
  } catch {
    throw new Problem(unreachable);
  } finally {
    clearTimeout(quiet);
    clearTimeout(total);
  }
}

function offer(file: Blob, name: string) {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Revoked later: the browser needs the URL until the download has started.
  setTimeout(() => URL.revokeObjectURL(address), stall);
}

async function refusal({ status, file }: Fetched): Promise<Problem> {
  const body: unknown = await file
    .text()
    .then(JSON.parse)
    .catch(() => null);
  return problemOf(status, body);
}

// Fetches with the access token; after a 401 it refreshes the token and retries once.
async function fetchSigned(path: string): Promise<Fetched> {
  const used = readTokens()?.access ?? null;
  const fetched = await fetchFile(path, used);
  const refreshed = fetched.status === 401 ? await refreshSession(used) : null;
  if (refreshed === 'failed') throw new Problem(unreachable);
  return refreshed === 'fresh' ? fetchFile(path, readTokens()?.access ?? null) : fetched;
}

/**
 * Downloads a file with the operator's token and saves it; throws a Problem on failure. If the
 * server requires a proof of identity, asks for it and downloads again (rules 26.9).
 */
export async function download(path: string, name: string): Promise<void> {
  let fetched = await fetchSigned(path);
  if (!fetched.ok) {
    const problem = await refusal(fetched);
    if (problem.type !== 'confirm' || !(await confirmIdentity())) throw problem;
    fetched = await fetchSigned(path);
  }
  if (!fetched.ok) throw await refusal(fetched);
  offer(fetched.file, name);
}
