import css from './bars.module.css';
import { t } from './texts';
import type { Event } from './wire';

/** The taken seats of an event. */
export function Seats({ event }: { event: Event }) {
  const { placesCount, placesCountBooked: taken } = event;
  const text = placesCount === null ? t.seatsFree(taken) : t.seatsOf(taken, placesCount);
  return (
    <div className={css.meter}>
      <p className={css.meterWords}>
        <span>{t.seats}</span> <span>{text}</span>
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
