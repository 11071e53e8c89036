import { afterEach, expect, it, vi } from 'vitest';
import { makeScan } from './scanner';

vi.mock('./zxing', () => ({ loadScanner: async () => {}, scanFrame: async () => 'ours' }));

afterEach(() => vi.unstubAllGlobals());

const video = document.createElement('video');

/** The browser has a detector of its own that answers so. */
const withDetector = (detect: () => Promise<{ rawValue: string }[]>, formats = ['qr_code']) =>
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => formats;
      detect = detect;
    },
  );

it('scans with the browser’s own detector', async () => {
  withDetector(async () => [{ rawValue: 'theirs' }]);
  const scan = await makeScan();
  expect(await scan(video)).toBe('theirs');
});

it('scans with ours where the browser knows no QR codes', async () => {
  withDetector(async () => [{ rawValue: 'theirs' }], ['ean_13']);
  const scan = await makeScan();
  expect(await scan(video)).toBe('ours');
});

it('goes over to ours if the browser’s own rejects a frame', async () => {
  withDetector(() => Promise.reject(new Error('Barcode detection service unavailable')));
  const scan = await makeScan();
  expect(await scan(video)).toBeNull();
  expect(await scan(video)).toBe('ours');
});
