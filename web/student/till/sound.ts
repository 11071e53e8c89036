import type { Tone } from './check';

let audio: AudioContext | undefined;

/** Browsers allow sound after the first touch or key. */
export function allowSound() {
  const start = () => {
    audio ??= new AudioContext();
    void audio.resume();
  };
  addEventListener('pointerdown', start);
  addEventListener('keydown', start);
  return () => {
    removeEventListener('pointerdown', start);
    removeEventListener('keydown', start);
  };
}

type Note = readonly [hertz: number, seconds: number];

const melodies: Record<Tone, readonly Note[]> = {
  green: [
    [880, 0.09],
    [1320, 0.16],
  ],
  amber: [[520, 0.28]],
  red: [
    [220, 0.18],
    [180, 0.3],
  ],
};

const shakes: Record<Tone, number[]> = { green: [60], amber: [120, 80, 120], red: [300, 100, 300] };

/** Plays the verdict as sound and vibration, because the cashier may look elsewhere. */
export function sound(tone: Tone) {
  navigator.vibrate?.(shakes[tone]);
  if (audio?.state !== 'running') return;
  let at = audio.currentTime;
  for (const [hertz, seconds] of melodies[tone]) {
    const voice = new OscillatorNode(audio, { frequency: hertz, type: 'triangle' });
    const level = new GainNode(audio, { gain: 0.3 });
    voice.connect(level).connect(audio.destination);
    voice.start(at);
    voice.stop(at + seconds);
    at += seconds + 0.02;
  }
}
