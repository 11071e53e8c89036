import { IconDeviceMobilePlus, IconShare2, IconSquarePlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { install, useInstallWay } from '../install';
import { installName, keep, readKept } from '../storage/kept';
import { t } from '../texts';
import { Button } from './Button';
import css from './InstallOffer.module.css';
import { Sheet } from './Sheet';

function ByHand() {
  return (
    <ol className={css.steps}>
      <li>
        <IconShare2 size={24} aria-hidden="true" />
        {t.install.share}
      </li>
      <li>
        <IconSquarePlus size={24} aria-hidden="true" />
        {t.install.add}
      </li>
      <li>
        <IconDeviceMobilePlus size={24} aria-hidden="true" />
        {t.install.enter}
      </li>
    </ol>
  );
}

/** Offers to install the app: once by itself, beside the card that was just approved, later by its button. */
export function InstallOffer({ byItself = false }: { byItself?: boolean }) {
  const way = useInstallWay();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!way || !byItself) return;
    void readKept<boolean>(installName).then((isOffered) => {
      if (isOffered) return;
      setOpen(true);
      void keep(installName, true);
    });
  }, [way, byItself]);
  if (!way) return null;
  return (
    <>
      <Button look="quiet" icon={<IconDeviceMobilePlus size={22} />} onClick={() => setOpen(true)}>
        {t.install.button}
      </Button>
      {isOpen && (
        <Sheet title={t.install.title} onClose={() => setOpen(false)}>
          <p>{t.install.text}</p>
          {way === 'byHand' ? <ByHand /> : <Button onClick={install}>{t.install.button}</Button>}
        </Sheet>
      )}
    </>
  );
}
