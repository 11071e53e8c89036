import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../texts';
import css from './Pull.module.css';

const enough = 72; // px pulled until letting go refreshes
const furthest = 96;
const resistance = 2; // px of the finger per px of the sign

type Finger = { x: number; y: number };

// A finger that goes down from the top of the page; null for everything else.
const startOf = ({ touches, target }: TouchEvent): Finger | null => {
  const [touch, another] = touches;
  const isOnSheet = target instanceof Element && target.closest('dialog') !== null;
  return touch && !another && !isOnSheet && scrollY <= 0
    ? { x: touch.clientX, y: touch.clientY }
    : null;
};

const pulledBy = (start: Finger, touch: Touch) => {
  const down = touch.clientY - start.y;
  const isAcross = Math.abs(touch.clientX - start.x) > down;
  return isAcross || scrollY > 0 ? 0 : Math.min(down / resistance, furthest);
};

/** Refreshes the screen when it is pulled down from its top. */
export function Pull({ onPull }: { onPull: () => Promise<unknown> }) {
  const [pulled, setPulled] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const latest = useRef(onPull);
  latest.current = onPull;
  useEffect(() => {
    let start: Finger | null = null;
    let length = 0;
    const show = (next: number) => {
      length = next;
      setPulled(next);
    };
    const down = (event: TouchEvent) => {
      start = startOf(event);
    };
    const move = ({ touches: [touch] }: TouchEvent) => {
      if (start && touch) show(Math.max(0, pulledBy(start, touch)));
    };
    const cancel = () => {
      start = null;
      show(0);
    };
    const up = () => {
      const isFar = length >= enough;
      cancel();
      if (!isFar) return;
      setBusy(true);
      void latest.current().finally(() => setBusy(false));
    };
    const stop = new AbortController();
    const options = { passive: true, signal: stop.signal };
    addEventListener('touchstart', down, options);
    addEventListener('touchmove', move, options);
    addEventListener('touchend', up, options);
    addEventListener('touchcancel', cancel, options);
    return () => stop.abort();
  }, []);
  const word = pulled >= enough ? t.pull.release : t.pull.pull;
  return (
    <div role="status" className={css.place}>
      {(isBusy || pulled > 0) && (
        <p className={css.sign} style={{ translate: `0 ${isBusy ? enough : pulled}px` }}>
          <IconRefresh size={18} aria-hidden="true" />
          {isBusy ? t.pull.busy : word}
        </p>
      )}
    </div>
  );
}
