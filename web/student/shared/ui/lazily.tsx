import { type ComponentType, useEffect, useState } from 'react';
import css from './lazily.module.css';
import { Retry } from './Retry';
import { Skeleton } from './Skeleton';

type Code = { load: () => Promise<ComponentType>; loaded?: ComponentType };

function Lazy({ code }: { code: Code }) {
  const [Ready, show] = useState(() => code.loaded);
  const [failure, fail] = useState<unknown>();
  const demand = () =>
    code.load().then((component) => {
      code.loaded = component;
      show(() => component);
    }, fail);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; then when the network is back
  useEffect(() => {
    if (code.loaded) return;
    void demand();
    addEventListener('online', demand);
    return () => removeEventListener('online', demand);
  }, []);
  if (Ready) return <Ready />;
  return (
    <div className={css.place}>
      {failure ? <Retry error={failure} onRetry={demand} /> : <Skeleton bars={[40, 160, 52, 52]} />}
    </div>
  );
}

/**
 * A lazily loaded screen. React.lazy caches a failure forever; this one retries on a tap or when
 * the network is back.
 */
export function lazily(load: () => Promise<ComponentType>): ComponentType {
  const code: Code = { load };
  return () => <Lazy code={code} />;
}
