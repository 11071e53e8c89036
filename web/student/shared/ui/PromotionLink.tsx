import { IconChevronRight, IconTicket } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { components } from '../api/schema.gen';
import { links } from '../links';
import { dayOf } from '../moment';
import { t } from '../texts';
import css from './PromotionLink.module.css';

/** A promotion. */
export type Promotion = components['schemas']['PromotionsOfferWire'];

const wordOf = ({ state, begin, end, codesLeft }: Promotion) => {
  if (codesLeft === 'none') return t.promotion.none;
  const when = state === 'planned' ? t.promotion.from(dayOf(begin)) : t.promotion.until(dayOf(end));
  return codesLeft === 'few' ? `${when} · ${t.promotion.few}` : when;
};

type Props = { promotion: Promotion; withPartner?: boolean };

/** A promotion in a list, with a link to its code. */
export function PromotionLink({ promotion, withPartner = false }: Props) {
  return (
    <Link href={links.promotion(promotion.id)} className={css.promotion}>
      <span className={css.icon} aria-hidden="true">
        <IconTicket size={24} />
      </span>
      <span className={css.text}>
        {promotion.name}
        {withPartner && <small>{promotion.partner.name}</small>}
        <small>{wordOf(promotion)}</small>
      </span>
      <IconChevronRight size={20} className={css.more} aria-hidden="true" />
    </Link>
  );
}
