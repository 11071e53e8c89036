import type { Page } from './test';

type Till = Window & {
  camera: HTMLImageElement;
  streams: MediaStream[];
  signs: { awake: number; shakes: unknown[]; tones: number[] };
};

/** Replaces the camera of a till by pictures, and records its signs: screen kept on, vibration, sound. */
export async function withCamera(till: Page) {
  await till.addInitScript(() => {
    const canvas = document.createElement('canvas');
    const camera = new Image();
    camera.onload = () => {
      [canvas.width, canvas.height] = [camera.width, camera.height];
    };
    const drawing = canvas.getContext('2d');
    setInterval(() => {
      drawing?.fillRect(0, 0, canvas.width, canvas.height); // a stream without frames would not play
      drawing?.drawImage(camera, 0, 0);
    }, 100);
    const streams: MediaStream[] = [];
    const signs: Till['signs'] = { awake: 0, shakes: [], tones: [] };
    navigator.mediaDevices.getUserMedia = async () => {
      const stream = canvas.captureStream(10);
      streams.push(stream);
      return stream;
    };
    navigator.vibrate = (pattern) => signs.shakes.push(pattern) > 0;
    navigator.wakeLock.request = async () => {
      signs.awake += 1;
      return { release: async () => {} } as WakeLockSentinel;
    };
    window.OscillatorNode = class extends OscillatorNode {
      constructor(audio: BaseAudioContext, options?: OscillatorOptions) {
        super(audio, options);
        signs.tones.push(options?.frequency ?? 0);
      }
    };
    Object.assign(window, { camera, streams, signs });
  });
  return {
    /** Puts a picture in front of the camera. */
    show: (picture: Buffer) =>
      till.evaluate((png) => {
        (window as unknown as Till).camera.src = `data:image/png;base64,${png}`;
      }, picture.toString('base64')),
    /** Takes the camera away, as a phone call does. */
    interrupt: () =>
      till.evaluate(() => {
        const [track] = (window as unknown as Till).streams.at(-1)?.getTracks() ?? [];
        track?.stop();
        track?.dispatchEvent(new Event('ended'));
      }),
    signs: () => till.evaluate(() => (window as unknown as Till).signs),
  };
}
