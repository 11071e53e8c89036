import {
  IconCalendarX,
  IconDeviceMobile,
  IconLock,
  IconRefresh,
  IconWifi,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { inWords } from '../../shared/api/words';
import { useAwake } from '../../shared/awake';
import { Button } from '../../shared/ui/Button';
import { Note } from '../../shared/ui/Note';
import { type Card, useMoveHere } from './api';
import css from './CodePanel.module.css';
import { type Device, isLeaseOver } from './device';
import { useLive } from './live';
import { QrCode } from './QrCode';
import { t } from './texts';

/** The QR code in a ring that counts down its 30 seconds. */
function LiveCode({ device }: { device: Device }) {
  const live = useLive(device);
  useAwake();
  if (!live) return <div className={css.frame} />;
  const { address, step, left, length } = live;
  const run = { animationDuration: `${length}ms`, animationDelay: `${left - length}ms` };
  return (
    <div className={css.frame} data-address={address}>
      <svg className={css.ring} viewBox="0 0 100 100" aria-hidden="true">
        <rect className={css.track} x="1" y="1" width="98" height="98" rx="9" />
        <rect
          key={step}
          className={css.run}
          style={run}
          x="1"
          y="1"
          width="98"
          height="98"
          rx="9"
          pathLength={100}
        />
      </svg>
      <div className={css.qr}>
        <QrCode text={address} />
      </div>
    </div>
  );
}

type Say = { icon: ReactNode; title: string; text: string; children?: ReactNode };

function Say({ icon, title, text, children }: Say) {
  return (
    <div className={css.say}>
      <span className={css.icon} aria-hidden="true">
        {icon}
      </span>
      <h2 className={css.title}>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}

function Elsewhere() {
  const move = useMoveHere();
  return (
    <Say icon={<IconDeviceMobile size={40} />} title={t.elsewhere} text={t.elsewhereText}>
      {move.error && (
        <Note tone="red" alert>
          {inWords(move.error)}
        </Note>
      )}
      <Button busy={move.isPending} onClick={() => move.mutate()}>
        {t.here}
      </Button>
    </Say>
  );
}

type Props = {
  card: Card;
  /** The card has ended, though the server has not said so yet. */
  isOver: boolean;
  /** undefined: not read yet; null: this phone does not show the card. */
  device: Device | null | undefined;
  onRefresh: () => unknown;
  isRefreshing: boolean;
};

/** The code, or why there is none and what to do. */
export function CodePanel({ card, isOver, device, onRefresh, isRefreshing }: Props) {
  const refresh = (
    <Button busy={isRefreshing} icon={<IconRefresh size={20} />} onClick={() => onRefresh()}>
      {t.refresh}
    </Button>
  );
  if (!isSecureContext) {
    return <Say icon={<IconLock size={40} />} title={t.insecure} text={t.insecureText} />;
  }
  if (isOver) {
    return <Say icon={<IconCalendarX size={40} />} title={t.over} text={t.overText} />;
  }
  if (device && isLeaseOver(device)) {
    return (
      <Say icon={<IconRefresh size={40} />} title={t.lease} text={t.leaseText}>
        {refresh}
      </Say>
    );
  }
  if (device) return <LiveCode device={device} />;
  if (device === undefined) return <div className={css.frame} />;
  if (card.isElsewhere) return <Elsewhere />;
  return (
    <Say icon={<IconWifi size={40} />} title={t.first} text={t.firstText}>
      {refresh}
    </Say>
  );
}
