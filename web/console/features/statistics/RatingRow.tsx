import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { may } from '../../shared/access/area';
import { partnerLinks } from '../../shared/links/partners';
import { useOperator } from '../../shared/session/session';
import type { Rated } from './api';
import css from './rating.module.css';
import type { By } from './rules';
import { t } from './texts';

type Props = { partner: Rated; place: number; by: By };

function Logo({ partner: { logo, name } }: { partner: Rated }) {
  if (logo) return <img className={css.logo} src={logo} alt="" loading="lazy" />;
  return (
    <span className={css.logo} aria-hidden>
      {[...name.replace(/[^\p{L}\p{N}]/gu, '')][0]?.toUpperCase()}
    </span>
  );
}

/** A partner of the rating: place, logo, name, bar and number. */
export function RatingRow({ partner, place, by }: Props) {
  const operator = useOperator();
  return (
    <div className={css.row}>
      <span className={css.place}>
        <span aria-hidden>{t.number(place)}</span>
        <VisuallyHidden>{t.rating.place(place)}</VisuallyHidden>
      </span>
      <Logo partner={partner} />
      {may(operator, 'partners') ? (
        <Link className={css.name} to={partnerLinks.card(partner)} title={partner.name}>
          {partner.name}
        </Link>
      ) : (
        <span className={css.name} title={partner.name}>
          {partner.name}
        </span>
      )}
      <span className={css.track} aria-hidden>
        <span className={css.bar} style={{ width: `${partner.share * 100}%` }} />
      </span>
      <span className={css.value}>
        {t.number(partner.value)}
        <VisuallyHidden> {t.rating.value(by, partner.value)}</VisuallyHidden>
      </span>
    </div>
  );
}
