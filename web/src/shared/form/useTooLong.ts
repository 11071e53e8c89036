import { useEffect, useState } from 'react';
import { tooLongTime } from './richText';

/** True for six seconds after a text has grown beyond its limit, and again each time it grows further. */
export function useTooLong(count: number, limit: number): boolean {
  const [seen, setSeen] = useState(count);
  const [shown, setShown] = useState(count > limit);
  if (count !== seen) {
    setSeen(count);
    setShown(count > limit && (shown || count > seen));
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each further character begins the time anew
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(false), tooLongTime);
    return () => clearTimeout(timer);
  }, [shown, count]);
  return shown;
}
