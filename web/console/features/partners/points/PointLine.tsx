import { IconMapPinOff } from '@tabler/icons-react';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { t } from '../texts';
import type { TradePoint } from '../wire';
import { fromWire, textInWords, weekInWords } from './hours';
import css from './points.module.css';

/** A trade point: address, hours, and a note if it has no place on the map. */
export function PointLine({ point }: { point: TradePoint }) {
  const { address, timeWork, workTime, geo } = point;
  return (
    <div className={css.line}>
      <p className={css.address}>{address}</p>
      <p className={css.quiet}>
        {timeWork ? weekInWords(fromWire(timeWork)) : textInWords(workTime)}
      </p>
      {!geo && (
        <p className={css.lost}>
          <IconMapPinOff size={iconSize.sm} stroke={iconStroke} aria-hidden />
          {t.points.noPlace}
        </p>
      )}
    </div>
  );
}
