import { Pair, Pairs } from '../../shared/ui/Pairs';
import { Section } from '../../shared/ui/Section';
import type { Promotion } from './api';
import css from './card.module.css';
import { Points } from './Points';
import { showDay, showDays, showLimit } from './rules';
import { t } from './texts';

/** What is known of a promotion: facts, description, trade points by city. */
export function Details({ promotion }: { promotion: Promotion }) {
  const { cities } = promotion;
  const points = cities.reduce((sum, { countSalePoints }) => sum + countSalePoints, 0);
  return (
    <>
      <Section title={t.card.details}>
        <Pairs>
          <Pair label={t.card.days}>{showDays(promotion)}</Pair>
          <Pair label={t.card.limit}>{showLimit(promotion.winLimit)}</Pair>
          <Pair label={t.card.category}>{promotion.category.name}</Pair>
          <Pair label={t.card.city}>{promotion.nameMainCity}</Pair>
          <Pair label={t.card.created}>{showDay(promotion.createdData)}</Pair>
          <Pair label={t.card.legalName}>{promotion.legalName ?? t.card.nothing}</Pair>
        </Pairs>
      </Section>
      <Section title={t.card.description}>
        <p className={css.text}>{promotion.description}</p>
      </Section>
      <Section
        title={t.card.points}
        hint={points > 0 ? t.card.pointsOf(points, cities.length) : undefined}
      >
        <Points cities={cities} />
      </Section>
    </>
  );
}
