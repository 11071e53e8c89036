import { IconGift, IconStarFilled } from '@tabler/icons-react';
import { Link } from 'wouter';
import { formatDecimal } from '../../../kit/format/number';
import { links } from '../../shared/links';
import { Picture } from '../../shared/ui/Picture';
import type { Offer } from './api';
import { best } from './best';
import { inMetres } from './distance';
import { Heart } from './Heart';
import css from './OfferCard.module.css';
import { OpenSign } from './OpenSign';
import { t } from './texts';

function Size({ discounts }: Pick<Offer, 'discounts'>) {
  const most = best(discounts);
  if (most) {
    return (
      <span className={css.size}>
        {most.isOneOfMany && <small>{t.upTo} </small>}
        {t.percent(most.size)}
      </span>
    );
  }
  return discounts.length > 0 ? (
    <span className={css.gift}>
      <IconGift size={18} aria-hidden="true" />
      {t.gift}
    </span>
  ) : null;
}

/** A partner in the list: largest discount, distance, opening state. */
export function OfferCard({ offer }: { offer: Offer }) {
  const { id, name, category, city, logoUrl, rating, discounts, distance, openNow, openUntil } =
    offer;
  return (
    <article className={css.card}>
      <Picture src={logoUrl} name={name} />
      <div className={css.about}>
        <h2 className={css.name}>
          <Link href={links.partner(id)}>{name}</Link>
        </h2>
        <p className={css.line}>
          <span>{category.name}</span>
          {rating !== null && (
            <span className={css.rating}>
              <IconStarFilled size={13} aria-hidden="true" />
              <span className={css.words}>{t.rating(formatDecimal(rating))}</span>
              <span aria-hidden="true">{formatDecimal(rating)}</span>
            </span>
          )}
        </p>
        <div className={css.foot}>
          <p className={css.line}>
            {distance === null ? <span>{city}</span> : <span>{inMetres(distance)}</span>}
            <OpenSign isOpen={openNow} until={openUntil} />
          </p>
          <Size discounts={discounts} />
        </div>
      </div>
      <div className={css.heart}>
        <Heart partner={offer} />
      </div>
    </article>
  );
}
