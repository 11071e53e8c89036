import { Skeleton } from '@mantine/core';
import { common } from '../../shared/texts';
import css from './card.module.css';

/** The shape of a card while it loads. */
export function CardBones() {
  return (
    <div className={css.card} role="status" aria-busy="true" aria-label={common.loading}>
      <Skeleton height={360} />
      <div className={css.column}>
        <Skeleton height={188} />
        <Skeleton height={188} />
      </div>
    </div>
  );
}
