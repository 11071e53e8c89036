import { refreshSession } from '../session/refresh';
import { readTokens } from '../session/storage';
import { Problem, problemOf, unreachable } from './problem';

// Security §1.13: a download ends after 30 s without progress or 15 minutes in all.
const stall = 30_000;
const longest = 900_000;

type Fetched = { status: number; ok: boolean; file: Blob };

// Calls back with each chunk.
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
  const whole = setTimeout(() => stop.abort(), longest);
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
    clearTimeout(whole);
  }
}

function offer(file: Blob, name: string) {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken hold of it by then.
  setTimeout(() => URL.revokeObjectURL(address), stall);
}

async function refusal({ status, file }: Fetched): Promise<Problem> {
  const body: unknown = await file
    .text()
    .then(JSON.parse)
    .catch(() => null);
  return problemOf(status, body);
}

/** Fetches a file in the operator's name and gives it to the browser to save; a failure is a Problem. */
export async function download(path: string, name: string): Promise<void> {
  const used = readTokens()?.access ?? null;
  let fetched = await fetchFile(path, used);
  const refreshed = fetched.status === 401 ? await refreshSession(used) : null;
  if (refreshed === 'failed') throw new Problem(unreachable);
  if (refreshed === 'fresh') fetched = await fetchFile(path, readTokens()?.access ?? null);
  if (!fetched.ok) throw await refusal(fetched);
  offer(fetched.file, name);
}
