import { IconMapPinOff } from '@tabler/icons-react';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { fromWire, weekInWords } from './hours';
import css from './points.module.css';
import type { TradePoint } from './pointsApi';
import { t } from './texts';

/** A trade point in words: address, hours, and whether the map knows it. */
export function PointLine({ point }: { point: TradePoint }) {
  const { address, timeWork, workTime, geo } = point;
  return (
    <div className={css.line}>
      <p className={css.address}>{address}</p>
      <p className={css.quiet}>{timeWork ? weekInWords(fromWire(timeWork)) : workTime}</p>
      {!geo && (
        <p className={css.lost}>
          <IconMapPinOff size={iconSize.sm} stroke={iconStroke} aria-hidden />
          {t.points.noPlace}
        </p>
      )}
    </div>
  );
}
