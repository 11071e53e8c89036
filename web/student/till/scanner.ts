/** Finds a QR code in a camera frame. */
export type Scan = (video: HTMLVideoElement) => Promise<string | null>;

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats: () => Promise<string[]>;
};

const format = 'qr_code';

async function nativeScan(): Promise<Scan | null> {
  const Detector = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  if (!Detector || !(await Detector.getSupportedFormats()).includes(format)) return null;
  const detector = new Detector({ formats: [format] });
  let own: Promise<Scan> | undefined; // a phone without its vendor's services lists the format and rejects every frame
  return async (video) => {
    if (own) return (await own)(video);
    try {
      return (await detector.detect(video))[0]?.rawValue ?? null;
    } catch {
      own = ownScan();
      return null;
    }
  };
}

/** The scanner could not be loaded. */
export class NoScanner extends Error {}

async function ownScan(): Promise<Scan> {
  try {
    const { loadScanner, scanFrame } = await import('./zxing');
    await loadScanner();
    return scanFrame;
  } catch (cause) {
    throw new NoScanner('the scanner was not loaded', { cause });
  }
}

/** The browser's scanner, or ours where it has none: iPhones, Firefox, desktops. Rejects with NoScanner. */
export const makeScan = async (): Promise<Scan> => (await nativeScan()) ?? ownScan();
