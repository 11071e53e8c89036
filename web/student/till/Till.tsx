import { useEffect, useState } from 'react';
import { Splash } from '../shared/ui/Splash';
import { CheckScreen } from './CheckScreen';
import { dropTill, type Till as Paired, readTill } from './check';
import { PairScreen } from './PairScreen';

/** The invitation's secret follows the # in the link and is removed from the URL at once. */
function takeLink(): string {
  const link = location.hash.slice(1);
  if (link) history.replaceState(null, '', location.pathname);
  return link;
}

/** The till: paired once, then only a scanner. */
export function Till() {
  const [link] = useState(takeLink);
  const [till, setTill] = useState<Paired | null>(); // undefined: not read yet
  const [wasPaired, setWasPaired] = useState(false);
  useEffect(() => {
    if (link) return setTill(null);
    void readTill().then((kept) => setTill(kept ?? null));
  }, [link]);
  if (till === undefined) return <Splash />;
  if (till === null) return <PairScreen link={link} wasPaired={wasPaired} onPaired={setTill} />;
  return (
    <CheckScreen
      till={till}
      onUnpaired={() => {
        void dropTill();
        setWasPaired(true);
        setTill(null);
      }}
    />
  );
}
