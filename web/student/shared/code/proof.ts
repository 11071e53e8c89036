import { sha256 } from '@noble/hashes/sha2.js';

/** The challenge that the server wants solved before it sends a message (rules 23.6). */
export type Task = { challenge: string; phone: string; bits: number };

const startsWithZeros = (sum: Uint8Array, bits: number) => {
  const whole = bits >> 3;
  for (let i = 0; i < whole; i += 1) if (sum[i] !== 0) return false;
  return Math.clz32(sum[whole] ?? 0) - 24 >= (bits & 7);
};

/** Finds a nonce such that SHA-256(challenge:phone:nonce) starts with the zero bits. */
export function solve({ challenge, phone, bits }: Task): string {
  const begun = sha256.create().update(new TextEncoder().encode(`${challenge}:${phone}:`));
  for (let n = 0; ; n += 1) {
    const nonce = n.toString(36);
    if (startsWithZeros(begun.clone().update(new TextEncoder().encode(nonce)).digest(), bits)) {
      return nonce;
    }
  }
}
