import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Server } from './server';

const namesIn = (outbox: string) => {
  try {
    return readdirSync(outbox).filter((name) => name.endsWith('.eml'));
  } catch {
    return []; // no mail has been sent yet
  }
};

/** Decodes the parts of a mail as text. */
function decoded(mail: string): string {
  const plain = mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const blocks = mail.match(/(?:^[A-Za-z0-9+/=]{20,76}\r?\n?)+/gm) ?? [];
  return [plain, ...blocks.map((block) => Buffer.from(block, 'base64').toString('utf8'))].join(
    '\n',
  );
}

function linksTo({ data }: Server, login: string, path: RegExp): string[] {
  const outbox = join(data, 'outbox');
  return namesIn(outbox)
    .sort() // names start with the time
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
    .filter((mail) => mail.includes(login))
    .flatMap((mail) => decoded(mail).match(path)?.slice(0, 1) ?? []);
}

/** Paths of the reset links that a server has sent to this login. */
export const resetLinks = (server: Server, login: string) =>
  linksTo(server, login, /\/confirmreset\/[\w-]+/);

/** Paths of the invitations that a server has sent to this login. */
export const invitationLinks = (server: Server, login: string) =>
  linksTo(server, login, /\/invite\/[\w-]+/);
