import { prepareZXingModule, purgeZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

const overrides = { locateFile: () => wasm }; // this server: by default the library uses a public CDN

/** Downloads the scanner's code, once. Rejects without a network; the next call tries again. */
export async function loadScanner() {
  try {
    await prepareZXingModule({ overrides, fireImmediately: true });
  } catch (thrown) {
    purgeZXingModule(); // the library would remember the failure
    throw thrown;
  }
}

const widest = 800; // px: enough for a card at arm's length, and fast on an old phone
const canvas = document.createElement('canvas');
const drawing = canvas.getContext('2d', { willReadFrequently: true });

/** Finds a QR code in the current frame of a video. */
export async function scanFrame(video: HTMLVideoElement): Promise<string | null> {
  const { videoWidth, videoHeight } = video;
  if (!drawing || !videoWidth) return null;
  const share = Math.min(1, widest / videoWidth);
  canvas.width = Math.round(videoWidth * share);
  canvas.height = Math.round(videoHeight * share);
  drawing.drawImage(video, 0, 0, canvas.width, canvas.height);
  const picture = drawing.getImageData(0, 0, canvas.width, canvas.height);
  const [found] = await readBarcodes(picture, { formats: ['QRCode'], maxNumberOfSymbols: 1 });
  return found?.text ?? null;
}
