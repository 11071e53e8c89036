import type { Event } from './api';
import css from './bars.module.css';
import { t } from './texts';

/** How many seats of an event are taken. */
export function Seats({ event }: { event: Event }) {
  const { placesCount, placesCountBooked: taken } = event;
  const words = placesCount === null ? t.seatsFree(taken) : t.seatsOf(taken, placesCount);
  return (
    <div className={css.meter}>
      <p className={css.meterWords}>
        <span>{t.seats}</span> <span>{words}</span>
      </p>
      {placesCount !== null && (
        <span className={css.seats} aria-hidden>
          <span
            className={css.fill}
            style={{ width: `${Math.min(100, (taken / placesCount) * 100)}%` }}
          />
        </span>
      )}
    </div>
  );
}
