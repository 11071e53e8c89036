import { formatDay } from '../../../../kit/format/day';
import { Pair, Pairs } from '../../../shared/ui/Pairs';
import { Section } from '../../../shared/ui/Section';
import { showDays, showLimit } from '../rules';
import { t } from '../texts';
import type { Promotion } from '../wire';
import css from './card.module.css';
import { Points } from './Points';

/** The facts of a promotion. */
export function Facts({ promotion }: { promotion: Promotion }) {
  return (
    <Section title={t.card.details}>
      <Pairs>
        <Pair label={t.card.days}>{showDays(promotion)}</Pair>
        <Pair label={t.card.limit}>{showLimit(promotion.winLimit)}</Pair>
        <Pair label={t.card.category}>{promotion.category.name}</Pair>
        <Pair label={t.card.city}>{promotion.nameMainCity}</Pair>
        <Pair label={t.card.created}>{formatDay(promotion.createdData)}</Pair>
        <Pair label={t.card.legalName}>{promotion.legalName ?? t.card.nothing}</Pair>
      </Pairs>
    </Section>
  );
}

/** The description and the trade points of a promotion. */
export function Details({ promotion }: { promotion: Promotion }) {
  const { cities } = promotion;
  const points = cities.reduce((sum, { countSalePoints }) => sum + countSalePoints, 0);
  return (
    <>
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
