import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { readBarcodes, setZXingModuleOverrides } from 'zxing-wasm/reader';
import { code128 } from './code128';
import { addressAt, type Device, isLeaseOver, stepAt } from './device';
import { bytesOf, importSecret, proofAt } from './proof';
import { daysLeft } from './term';

const counting = Uint8Array.from({ length: 32 }, (_, i) => i);

// The test vectors of cards.Proof (internal/cards/cards_test.go) and docs/student-api.md.
describe('a proof', () => {
  it.each([
    [counting, 0, 'MRQE8TBFXT'],
    [counting, 1, 'C6EM9H17ZZ'],
    [counting, 59475020, 'WTY5FY8BJ1'],
    [new Uint8Array(32).fill(255), 59475020, 'F9PC28D3HG'],
  ])('is the same as the server’s (%#)', async (secret, step, proof) => {
    expect(await proofAt(await importSecret(secret), step)).toBe(proof);
  });

  it('is computed with a non-extractable key', async () => {
    const key = await importSecret(counting);
    await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
  });
});

const device = async (changes: Partial<Device> = {}): Promise<Device> => ({
  handle: 'ABCDEFGH12',
  key: await importSecret(counting),
  stepSeconds: 30,
  leaseUntil: 1000,
  offset: 0,
  ...changes,
});

describe('a device', () => {
  it('decodes base64url', () => {
    expect([...bytesOf('-_8A')]).toEqual([251, 255, 0]);
  });

  it('follows the server’s clock', async () => {
    expect(stepAt(await device(), 61_000)).toEqual({ step: 2, left: 29_000, length: 30_000 });
    expect(stepAt(await device({ offset: 3_600_000 }), 0).step).toBe(120);
  });

  it('has a lease by the server’s clock', async () => {
    expect(isLeaseOver(await device(), 999)).toBe(false);
    expect(isLeaseOver(await device(), 1000)).toBe(true);
    expect(isLeaseOver(await device({ offset: 500 }), 500)).toBe(true);
  });

  it('shows a small QR code: capitals only', async () => {
    const address = await addressAt(await device(), 0, 'https://student.example.ru');
    expect(address).toBe('HTTPS://STUDENT.EXAMPLE.RU/C/ABCDEFGH12MRQE8TBFXT');
    expect(encode(address, { ecc: 'M', border: 0 }).size).toBeLessThanOrEqual(33);
  });
});

describe('the days left', () => {
  const card = { validUntil: '2026-09-30' };

  it.each([
    ['2026-09-29T12:00:00+03:00', 2],
    ['2026-09-30T23:59:00+03:00', 1],
    ['2026-10-01T00:00:00+03:00', 0],
    ['2026-10-03T12:00:00+03:00', -2],
  ])('at %s are %d', (now, left) => {
    expect(daysLeft(card, 0, Date.parse(now))).toBe(left);
  });

  it('are counted by the server’s clock', () => {
    const year = 365 * 24 * 3_600_000;
    expect(daysLeft(card, -year, Date.parse('2027-09-30T12:00:00+03:00'))).toBe(1);
  });
});

const wasm = readFileSync(
  join(import.meta.dirname, '../../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm'),
);

/** Renders bars as an image, as a scanner sees them. */
function picture(widths: number[]): ImageData {
  const [quiet, scale, height] = [10, 3, 40];
  const dark = widths.flatMap((width, i) => new Array<boolean>(width).fill(i % 2 === 0));
  const row = [...new Array(quiet).fill(false), ...dark, ...new Array(quiet).fill(false)];
  const width = row.length * scale;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let x = 0; x < width; x += 1) {
    if (!row[Math.floor(x / scale)]) continue;
    for (let y = 0; y < height; y += 1) data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  }
  return { data, width, height, colorSpace: 'srgb' } as ImageData;
}

describe('Code 128', () => {
  it.each(['4800000017', '0123456789', '9988776655', 'AB-12 x~'])('of %s is read', async (text) => {
    setZXingModuleOverrides({ wasmBinary: wasm.buffer as ArrayBuffer });
    const [found] = await readBarcodes(picture(code128(text)), { formats: ['Code128'] });
    expect(found?.text).toBe(text);
  });

  it('packs ten digits into ninety modules', () => {
    expect(code128('4800000017').reduce((sum, width) => sum + width, 0)).toBe(90);
  });
});
