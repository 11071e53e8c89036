import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { t } from './texts';
import css from './Votes.module.css';

const icon = { size: iconSize.sm, stroke: iconStroke, 'aria-hidden': true };

/** Votes for and against, with a bar that compares them. */
export function Votes({ plus, minus }: { plus: number; minus: number }) {
  if (plus + minus === 0) return <span className={css.none}>{t.votes.none}</span>;
  return (
    <span className={css.votes} role="img" aria-label={t.votes.both(plus, minus)}>
      <span className={css.count}>
        <IconThumbUp {...icon} />
        {plus}
      </span>
      <span className={css.bar}>
        <span className={css.plus} style={{ flexGrow: plus }} />
        <span className={css.minus} style={{ flexGrow: minus }} />
      </span>
      <span className={css.count}>
        {minus}
        <IconThumbDown {...icon} />
      </span>
    </span>
  );
}
