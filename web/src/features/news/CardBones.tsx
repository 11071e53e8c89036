import { Skeleton } from '@mantine/core';
import { common } from '../../shared/texts';
import css from './card.module.css';

/** The shape of a card while it loads. */
export function CardBones() {
  return (
    <div className={css.card} role="status" aria-busy="true" aria-label={common.loading}>
      <Skeleton height={420} />
      <div className={css.column}>
        <Skeleton height={180} />
        <Skeleton height={260} />
      </div>
    </div>
  );
}
