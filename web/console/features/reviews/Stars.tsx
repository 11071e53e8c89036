import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { iconStroke } from '../../shared/theme/tokens';
import css from './Stars.module.css';
import { t } from './texts';

const places = [1, 2, 3, 4, 5];

/** A rating as stars out of five. */
export function Stars({ rating, size = 14 }: { rating: number; size?: number }) {
  return (
    <span className={css.stars} role="img" aria-label={t.stars(rating)}>
      {places.map((place) =>
        place <= rating ? (
          <IconStarFilled key={place} className={css.full} size={size} aria-hidden />
        ) : (
          <IconStar key={place} className={css.empty} size={size} stroke={iconStroke} aria-hidden />
        ),
      )}
    </span>
  );
}
