const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const proofLength = 10;

/** The first `length` characters of Crockford's base32. */
function crockford(bytes: Uint8Array, length: number): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5 && text.length < length; ) {
      bits -= 5;
      text += alphabet[(held >>> bits) & 31];
    }
    held &= (1 << bits) - 1;
    if (text.length === length) break;
  }
  return text;
}

/** Imports the secret as a key that can sign and is not extractable. */
export const importSecret = (secret: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

/** The second half of a token at a time step (rules 24.3). */
export async function proofAt(key: CryptoKey, step: number): Promise<string> {
  const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`card:${step}`));
  return crockford(new Uint8Array(mac), proofLength);
}

/** Decodes base64url. */
export const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
