import { Dialog } from '../../shared/ui/Dialog';
import { Pair, Pairs } from '../../shared/ui/Pairs';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import type { Promotion } from './api';
import css from './card.module.css';
import { Points } from './Points';
import { showDay, showDays, tones } from './rules';
import { t } from './texts';

/** A promotion as students are told of it, in one popup (spec §2.13). */
export function DetailDialog({ promotion, close }: { promotion: Promotion; close: () => void }) {
  const { status, state, winLimit, dateBegin, dateEnd } = promotion;
  return (
    <Dialog title={promotion.name} onClose={close} size={640}>
      <div className={css.popup}>
        <Pairs>
          <Pair label={t.card.status}>
            <span className={css.badges}>
              <StatusBadge tone={tones[status]}>{t.statuses[status]}</StatusBadge>
              <StatusBadge tone="grey">{t.states[state]}</StatusBadge>
            </span>
          </Pair>
          <Pair label={t.card.created}>{showDay(promotion.createdData)}</Pair>
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
