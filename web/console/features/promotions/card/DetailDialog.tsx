import { formatDay } from '../../../../kit/format/day';
import { Dialog } from '../../../shared/ui/Dialog';
import { Pair, Pairs } from '../../../shared/ui/Pairs';
import { PromotionBadge } from '../PromotionBadge';
import { showDays } from '../rules';
import { t } from '../texts';
import type { Promotion } from '../wire';
import css from './card.module.css';
import { Points } from './Points';

/** A promotion as students see it (rules 8.3). */
export function DetailDialog({ promotion, close }: { promotion: Promotion; close: () => void }) {
  const { winLimit, dateBegin, dateEnd } = promotion;
  return (
    <Dialog title={promotion.name} onClose={close} size="medium">
      <div className={css.popup}>
        <Pairs>
          <Pair label={t.card.status}>
            <PromotionBadge of={promotion} />
          </Pair>
          <Pair label={t.card.created}>{formatDay(promotion.createdData)}</Pair>
          <Pair label={t.card.category}>{promotion.category.name}</Pair>
          <Pair label={t.card.days}>{showDays(promotion)}</Pair>
          <Pair label={t.card.description} wide>
            <span className={css.text}>{promotion.description}</span>
          </Pair>
          <Pair label={t.card.conditions} wide>
            {t.card.conditionsOf(winLimit, dateBegin, dateEnd)}
          </Pair>
        </Pairs>
        <section className={css.popupPoints} aria-label={t.card.points}>
          <h3 className={css.popupTitle}>{t.card.points}</h3>
          <Points cities={promotion.cities} />
        </section>
      </div>
    </Dialog>
  );
}
