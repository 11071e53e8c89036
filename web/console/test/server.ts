import { vi } from 'vitest';

type Reply = { status?: number; body?: unknown; headers?: Record<string, string> };
type Handler = (request: Request) => Reply | Promise<Reply>;

/** A call made by the console. */
export type Seen = { call: string; token: string | null; key: string | null; body: unknown };

const cancelled = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });

/** Answers fetch from a table of 'METHOD /path' and records the calls. */
export function fakeServer(table: Record<string, Reply | Handler>): Seen[] {
  const seen: Seen[] = [];
  const answer = async (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    const text = await request.clone().text();
    seen.push({
      call,
      token: request.headers.get('X-Access-Token'),
      key: request.headers.get('Idempotency-Key'),
      body: text ? JSON.parse(text) : undefined,
    });
    const entry = table[call];
    if (!entry) throw new TypeError(`no answer for ${call}`);
    const reply =
      typeof entry === 'function'
        ? await Promise.race([entry(request), cancelled(request.signal)])
        : entry;
    return new Response(JSON.stringify(reply.body ?? {}), {
      status: reply.status ?? 200,
      headers: { 'Content-Type': 'application/json', ...reply.headers },
    });
  };
  vi.stubGlobal('fetch', vi.fn(answer));
  return seen;
}

/** A problem document. */
export const problem = (status: number, detail = '', errors: unknown[] = []) => ({
  status,
  body: { title: 'x', status, detail, errors },
});
