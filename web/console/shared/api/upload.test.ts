import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeServer } from '../../test/server';
import { jwt } from '../../test/tokens';
import { writeTokens } from '../session/storage';
import { upload } from './upload';

type Sent = { path: string; headers: Record<string, string>; form: FormData };

let sent: Sent[];
let replies: Array<{ status: number; text: string } | 'silence' | 'error'>;

class FakeXhr {
  upload: { onprogress?: (event: object) => void } = {};
  onload = () => undefined;
  onerror = () => undefined;
  onabort = () => undefined;
  onloadend = () => undefined;
  status = 0;
  responseText = '';
  #sent: Sent = { path: '', headers: {}, form: new FormData() };
  open(_method: string, path: string) {
    this.#sent.path = path;
  }
  setRequestHeader(name: string, value: string) {
    this.#sent.headers[name] = value;
  }
  abort() {
    this.onabort();
  }
  send(form: FormData) {
    sent.push({ ...this.#sent, form });
    const reply = replies.shift();
    if (reply === 'silence') return;
    if (reply === 'error') return this.onerror();
    this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 2 });
    this.status = reply?.status ?? 0;
    this.responseText = reply?.text ?? '';
    this.onload();
    this.onloadend();
  }
}

const file = new File(['x'], 'photo.png', { type: 'image/png' });

beforeEach(() => {
  sent = [];
  vi.stubGlobal('XMLHttpRequest', FakeXhr);
  writeTokens({ access: jwt({ jti: 'old' }), refresh: 'r1' });
});
afterEach(() => vi.useRealTimers());

it('is unreachable if its session cannot be refreshed', async () => {
  fakeServer({});
  replies = [{ status: 401, text: '{}' }];
  await expect(upload('/v1/upload-photo', file)).rejects.toMatchObject({ status: 0 });
});

it('sends the file as imageFile and reports its progress', async () => {
  replies = [{ status: 200, text: '{"path":"key"}' }];
  const shares: number[] = [];
  const answer = await upload('/v1/upload-photo', file, { onProgress: (s) => shares.push(s) });
  expect(answer).toEqual({ path: 'key' });
  expect(shares).toEqual([0.5]);
  expect(sent[0]?.path).toBe('/v1/upload-photo');
  expect(sent[0]?.form.get('imageFile')).toBeInstanceOf(File);
});

it('refreshes after a 401 and repeats with the same key', async () => {
  const access = jwt({ jti: 'fresh' });
  fakeServer({
    'PUT /v1/auth/refreshtoken': { body: { accessToken: access, refreshToken: 'r2' } },
  });
  replies = [
    { status: 401, text: '{}' },
    { status: 200, text: '{"keyFile":"k","urlFile":"u"}' },
  ];
  await upload('/v2/upload-photo', file);
  expect(sent[1]?.headers['X-Access-Token']).toBe(access);
  expect(sent[1]?.headers['Idempotency-Key']).toBe(sent[0]?.headers['Idempotency-Key']);
});

it('is a problem if it is refused, broken or stalled for half a minute', async () => {
  replies = [{ status: 413, text: '{"detail":"Файл больше 5 МБ"}' }];
  await expect(upload('/v1/upload-photo', file)).rejects.toMatchObject({
    status: 413,
    detail: 'Файл больше 5 МБ',
  });
  replies = ['error'];
  await expect(upload('/v1/upload-photo', file)).rejects.toMatchObject({ status: 0 });
  vi.useFakeTimers();
  replies = ['silence'];
  const silent = expect(upload('/v1/upload-photo', file)).rejects.toMatchObject({ status: 0 });
  await vi.advanceTimersByTimeAsync(30_000);
  await silent;
});

it('can be aborted without a failure', async () => {
  replies = ['silence'];
  const cancel = new AbortController();
  const pending = expect(
    upload('/v1/upload-photo', file, { signal: cancel.signal }),
  ).rejects.toMatchObject({ name: 'AbortError' });
  cancel.abort();
  await pending;
});

it('does not start if it was aborted before', async () => {
  replies = [{ status: 200, text: '{"path":"key"}' }];
  await expect(
    upload('/v1/upload-photo', file, { signal: AbortSignal.abort() }),
  ).rejects.toMatchObject({ name: 'AbortError' });
  expect(sent).toEqual([]);
});
