import { UnstyledButton } from '@mantine/core';
import css from './round.module.css';
import { t } from './texts';
import type { useRound } from './useRound';

type Props<Row> = {
  round: ReturnType<typeof useRound<Row>>;
  id: (row: Row) => string;
  name: (row: Row) => string;
};

// The last decisions; older ones are in the list itself.
const shownPast = 12;

/** The course of the work: what was decided, the open card, what is next. A decided card can be opened again. */
export function RoundList<Row>({ round, id, name }: Props<Row>) {
  const { past, current, ahead, open } = round;
  return (
    <nav className={css.list} aria-label={t.list}>
      <h2 className={css.listTitle}>{t.list}</h2>
      <ol className={css.rows}>
        {past.slice(-shownPast).map(({ row, outcome }) => (
          <li key={id(row)}>
            <UnstyledButton className={css.row} data-past onClick={() => open(row)}>
              {name(row)}
              <span className={css.outcome}>{outcome ?? t.skipped}</span>
            </UnstyledButton>
          </li>
        ))}
        {current && (
          <li className={css.row} aria-current="true">
            {name(current)}
            <span className={css.outcome}>{t.now}</span>
          </li>
        )}
        {ahead.map((row) => (
          <li key={id(row)} className={css.row}>
            {name(row)}
          </li>
        ))}
      </ol>
    </nav>
  );
}
