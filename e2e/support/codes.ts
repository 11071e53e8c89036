// What a sign-in by phone number takes: the proof of work, and the code from the outbox.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Server } from './server';

const used = new Set<string>();

/** The latest code sent to a number; each is returned once, so that a second sign-in waits for its own. */
export async function codeFor({ data }: Server, phone: string): Promise<string> {
  const outbox = join(data, 'outbox');
  const latest = () => {
    const names = readdirSync(outbox).filter((name) => name.endsWith('.sms'));
    for (const name of names.sort().reverse()) {
      const path = join(outbox, name);
      const [to = '', ...lines] = readFileSync(path, 'utf8').split('\n');
      const code = /\b\d{6}\b/.exec(lines.join('\n'))?.[0];
      if (to.replace(/\D/g, '') === phone && code) return { path, code };
    }
    return undefined;
  };
  await expect
    .poll(() => !used.has(latest()?.path ?? '') && latest(), {
      message: `code for ${phone}`,
      timeout: 120_000,
    })
    .toBeTruthy();
  const { path = '', code = '' } = latest() ?? {};
  used.add(path);
  return code;
}

/** The nonce that the server asks for before it sends a code. */
export function solve(challenge: string, phone: string, bits: number): string {
  for (let n = 0; ; n += 1) {
    const sum = createHash('sha256').update(`${challenge}:${phone}:${n}`).digest();
    if (sum.readUInt32BE(0) >>> (32 - bits) === 0) return String(n);
  }
}
