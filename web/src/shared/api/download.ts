import { refreshSession } from '../session/refresh';
import { readTokens } from '../session/storage';
import { Problem, problemOf, unreachable } from './problem';

// Security §1.13: a download ends after 30 s without progress or 15 minutes in all.
const stall = 30_000;
const longest = 900_000;

async function fetchFile(path: string, access: string | null): Promise<Response> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), stall);
  try {
    const response = await fetch(path, {
      headers: { 'X-Access-Token': access ?? '' },
      signal: AbortSignal.any([stop.signal, AbortSignal.timeout(longest)]),
    });
    return response;
  } catch {
    throw new Problem(unreachable);
  } finally {
    clearTimeout(timer);
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

/** Fetches a file in the operator's name and gives it to the browser to save; a failure is a Problem. */
export async function download(path: string, name: string): Promise<void> {
  const used = readTokens()?.access ?? null;
  let response = await fetchFile(path, used);
  if (response.status === 401 && (await refreshSession(used)) === 'fresh') {
    response = await fetchFile(path, readTokens()?.access ?? null);
  }
  if (!response.ok) throw problemOf(response.status, await response.json().catch(() => null));
  const file = await response.blob().catch(() => {
    throw new Problem(unreachable);
  });
  offer(file, name);
}
