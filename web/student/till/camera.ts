import { type RefObject, useEffect, useRef, useState } from 'react';
import { makeScan, NoScanner, type Scan } from './scanner';

/** The state of the camera; 'failed': its scanner was not loaded. */
export type CameraState = 'starting' | 'on' | 'denied' | 'none' | 'failed';

const every = 120; // ms between two frames

function stateOf(thrown: unknown): CameraState {
  if (thrown instanceof NoScanner) return 'failed';
  return thrown instanceof DOMException && thrown.name === 'NotAllowedError' ? 'denied' : 'none';
}

const open = () =>
  navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 } },
    audio: false,
  });

const isLive = (stream: MediaStream | undefined) =>
  stream?.getVideoTracks().some(({ readyState }) => readyState === 'live') ?? false;

type Watch = { scan: Scan; onText: (text: string) => void; stop: AbortSignal };

// Decodes frame after frame until it is stopped.
async function watch(video: HTMLVideoElement, { scan, onText, stop }: Watch) {
  while (!stop.aborted) {
    const text = await scan(video).catch(() => null);
    if (text && !stop.aborted) onText(text);
    await new Promise((resolve) => setTimeout(resolve, every));
  }
}

/**
 * Scans with the camera while the page is open. The stream stays open, because an iPhone asks for
 * permission each time it is opened.
 */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  onText: (text: string) => void,
) {
  const [state, setState] = useState<CameraState>('starting');
  const [tries, setTries] = useState(0);
  const latest = useRef(onText);
  latest.current = onText;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try starts it again
  useEffect(() => {
    const stop = new AbortController();
    let stream: MediaStream | undefined;
    // A call, a lock screen or a pulled cable ends the stream without an error.
    const revive = () => {
      const isSeen = document.visibilityState === 'visible';
      if (isSeen && !isLive(stream)) setTries((n) => n + 1);
    };
    const end = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const start = async () => {
      setState('starting');
      try {
        stream = await open();
        const screen = video.current;
        if (stop.signal.aborted || !screen) return end();
        for (const track of stream.getTracks()) track.addEventListener('ended', revive);
        screen.srcObject = stream;
        await screen.play();
        const scan = await makeScan();
        if (stop.signal.aborted) return;
        setState('on');
        await watch(screen, { scan, onText: (text) => latest.current(text), stop: stop.signal });
      } catch (thrown) {
        end(); // without a stream, revive tries again when the page is seen
        if (!stop.signal.aborted) setState(stateOf(thrown));
      }
    };
    document.addEventListener('visibilitychange', revive);
    void start();
    return () => {
      stop.abort();
      document.removeEventListener('visibilitychange', revive);
      end();
    };
  }, [video, tries]);
  return { state, retry: () => setTries((n) => n + 1) };
}
