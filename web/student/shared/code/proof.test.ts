import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { solve } from './proof';

const zeros = (text: string) => {
  const sum = createHash('sha256').update(text).digest();
  return Math.clz32(sum.readUInt32BE(0));
};

it.each([1, 7, 8, 9, 14])('finds a nonce with %d zero bits', (bits) => {
  const task = { challenge: 'AAAA-bbbb_1', phone: '79161234567', bits };
  const nonce = solve(task);
  expect(zeros(`${task.challenge}:${task.phone}:${nonce}`)).toBeGreaterThanOrEqual(bits);
  expect(nonce.length).toBeLessThanOrEqual(40);
});
