import { IconBuildingStore, IconStarFilled } from '@tabler/icons-react';
import { formatTenths } from '../../../../kit/format/number';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { Section } from '../../../shared/ui/Section';
import { t } from '../texts';
import type { Partner } from '../wire';
import css from './card.module.css';

function Logo({ partner: { logo, name } }: { partner: Partner }) {
  if (logo) return <img className={css.logo} src={logo} alt={t.card.logo(name)} />;
  return (
    <div className={css.logo} role="img" aria-label={t.card.noLogo}>
      <IconBuildingStore size={48} stroke={iconStroke} aria-hidden />
    </div>
  );
}

function Rating({ rating }: { rating: number | null }) {
  if (rating === null) return <p className={css.rating}>{t.card.noRating}</p>;
  return (
    <p className={css.rating}>
      <IconStarFilled className={css.star} size={iconSize.lg} aria-hidden />
      <strong>{formatTenths(rating)}</strong>
      {t.card.rating.toLowerCase()}
    </p>
  );
}

/** Logo, rating and reason of a block. */
export function Summary({ partner }: { partner: Partner }) {
  const { status, reasonBlocked, rating } = partner;
  return (
    <Section title={t.card.one} untitled>
      <Logo partner={partner} />
      <Rating rating={rating} />
      {status === 'blocked' && reasonBlocked && (
        <div className={css.reason}>
          <p className={css.reasonTitle}>{t.card.reason}</p>
          {reasonBlocked}
        </div>
      )}
    </Section>
  );
}
