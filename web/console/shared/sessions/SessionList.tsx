import { Button } from '@mantine/core';
import { formatMoment } from '../../../kit/format/moment';
import css from './SessionList.module.css';
import { t } from './texts';

// A session as the server lists it.
type SessionRow = {
  uuid: string;
  device: string;
  address: string;
  lastUse: string;
  isCurrent?: boolean;
};

type Props = {
  sessions: readonly SessionRow[];
  /** Ends a session; without it the list is read only. */
  end?: (uuid: string) => void;
  busy?: boolean;
};

/** The live sessions of an operator, with a button to end each but the present one. */
export function SessionList({ sessions, end, busy }: Props) {
  if (sessions.length === 0) return <p className={css.empty}>{t.empty}</p>;
  return (
    <ul className={css.list}>
      {sessions.map(({ uuid, device, address, lastUse, isCurrent }) => (
        <li key={uuid} className={css.row}>
          <div>
            <p className={css.device}>{device}</p>
            <p className={css.facts}>
              {isCurrent ? t.current : t.lastUse(formatMoment(lastUse))} · {t.address(address)}
            </p>
          </div>
          {end && !isCurrent && (
            <Button
              variant="default"
              size="xs"
              disabled={busy}
              aria-label={t.endOf(device)}
              onClick={() => end(uuid)}
            >
              {t.end}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
