import { IconStar, IconStarFilled } from '@tabler/icons-react';
import css from './Stars.module.css';
import { t } from './texts';

const five = [1, 2, 3, 4, 5];

/** A rating in stars. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span className={css.stars} role="img" aria-label={t.stars(rating)}>
      {five.map((n) =>
        n <= rating ? <IconStarFilled key={n} size={17} /> : <IconStar key={n} size={17} />,
      )}
    </span>
  );
}

type Props = { value: number; onChange: (rating: number) => void; error?: string | undefined };

/** An input for a rating. */
export function StarsField({ value, onChange, error }: Props) {
  return (
    <fieldset className={css.field}>
      <legend>{t.own.rating}</legend>
      <div className={css.choice}>
        {five.map((n) => (
          <label key={n} className={css.star}>
            <input
              type="radio"
              name="rating"
              value={n}
              checked={n === value}
              onChange={() => onChange(n)}
            />
            {n <= value ? <IconStarFilled size={34} /> : <IconStar size={34} stroke={1.5} />}
            <span className={css.words}>{t.stars(n)}</span>
          </label>
        ))}
      </div>
      {error && (
        <p role="alert" className={css.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
