import { useEffect, useState } from 'react';
import { tooLongTime } from './richText';

/** True for six seconds after a text exceeds its limit, restarted by each further character. */
export function useTooLong(count: number, limit: number): boolean {
  const [previous, setPrevious] = useState(count);
  const [shown, setShown] = useState(count > limit);
  if (count !== previous) {
    setPrevious(count);
    setShown(count > limit && (shown || count > previous));
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each further character restarts the timer
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(false), tooLongTime);
    return () => clearTimeout(timer);
  }, [shown, count]);
  return shown;
}
