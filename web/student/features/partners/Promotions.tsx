import { useQuery } from '@tanstack/react-query';
import { PromotionLink } from '../../shared/ui/PromotionLink';
import { promotionsQuery } from './api';
import css from './PartnerScreen.module.css';
import { Section } from './Section';
import { t } from './texts';

/** Promotions of a partner, each with a link to its code. */
export function Promotions({ partner }: { partner: string }) {
  const { data } = useQuery(promotionsQuery(partner));
  if (!data || data.length === 0) return null;
  return (
    <Section title={t.promotions}>
      <ul className={css.cards}>
        {data.map((promotion) => (
          <li key={promotion.id}>
            <PromotionLink promotion={promotion} />
          </li>
        ))}
      </ul>
    </Section>
  );
}
