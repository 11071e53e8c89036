import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const isText = /text\/html|javascript|text\/css/;

/** Simulates the next version of the app's files: new names of all assets and a new worker version. */
const renewed = (body: string) =>
  body.replaceAll('assets/', 'assets2/').replace(/\b[0-9a-f]{12}\b/, '0'.repeat(12));

/** A proxy in front of the app that can switch to a new release, in which the old assets are gone. */
export async function releasable(upstream: string, use: Release) {
  let isNew = false;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    if (isNew && path.startsWith('/assets/')) return void response.writeHead(404).end();
    const found = await fetch(upstream + path.replace('/assets2/', '/assets/'), {
      headers: { cookie: request.headers.cookie ?? '', 'accept-encoding': 'identity' },
    });
    const headers = Object.fromEntries(found.headers);
    delete headers['content-length'];
    delete headers['content-encoding'];
    const body = isText.test(headers['content-type'] ?? '')
      ? Buffer.from(isNew ? renewed(await found.text()) : await found.text())
      : Buffer.from(await found.arrayBuffer());
    response.writeHead(found.status, headers).end(body);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  try {
    await use(`http://127.0.0.1:${port}`, () => {
      isNew = true;
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

type Release = (origin: string, release: () => void) => Promise<void>;
