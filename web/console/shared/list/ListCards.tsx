import type { ReactNode } from 'react';
import type { CardTools, Column } from './define';
import css from './ListCards.module.css';
import { Marked } from './Marked';
import {
  cellOf,
  headingOf,
  RowLink,
  type RowProps,
  type RowsProps,
  RowTick,
  RowTools,
  rowMarks,
  SkeletonBox,
  SkeletonLine,
  SkeletonPicture,
  skeletonKeys,
} from './rows';

type CompactProps<Row> = { columns: readonly Column<Row>[]; of: RowProps<Row> };

// A card made of columns: a heading, single lines, and parts that share the last line.
function Compact<Row>({ columns, of }: CompactProps<Row>) {
  const { row, search } = of;
  const first = headingOf(columns);
  const rest = columns.filter((column) => column !== first);
  const content = (column: Column<Row>) => (
    <>
      {column.compactText?.(row) ?? cellOf(column, row, search)} {column.after?.(row)}
    </>
  );
  const filled = (kind: Column<Row>['compact']) =>
    rest.filter((column) => (column.compact ?? 'part') === kind && column.text(row));
  return (
    <div className={css.body}>
      {first && (
        <div className={css.head}>
          <span className={css.title}>
            <RowLink of={of}>{cellOf(first, row, search)}</RowLink>
          </span>
          {first.after?.(row)}
        </div>
      )}
      {first?.under && <p className={css.under}>{first.under(row, search)}</p>}
      {filled('line').map((column) => (
        <p key={column.title} className={css.line}>
          {content(column)}
        </p>
      ))}
      <p className={css.parts}>
        {filled('part').map((column) => (
          <span key={column.title}>{content(column)}</span>
        ))}
      </p>
    </div>
  );
}

function OwnCard<Row>({ card, of }: { card: Card<Row>; of: RowProps<Row> }) {
  return card(of.row, {
    mark: (text) => <Marked text={text} search={of.search} />,
    link: (content) => <RowLink of={of}>{content}</RowLink>,
  });
}

type Card<Row> = (row: Row, tools: CardTools) => ReactNode;
type Props<Row> = RowsProps<Row> & { columns?: readonly Column<Row>[]; card?: Card<Row> };

/** Rows as cards: the list's own, or compact ones made of columns. */
export function ListCards<Row>(props: Props<Row>) {
  const { rows, pageSize, label, columns = [], card, ...rest } = props;
  const { rules, selection } = rest;
  return (
    <ul className={css.cards} aria-label={label}>
      {rows?.map((row) => {
        const of = { ...rest, row };
        return (
          <li key={rules.id(row)} className={css.card} {...rowMarks(of)}>
            {selection && <RowTick of={of} name={headingOf(columns)?.text(row) ?? ''} />}
            {card ? <OwnCard card={card} of={of} /> : <Compact columns={columns} of={of} />}
            {rules.tools && <RowTools of={of} />}
          </li>
        );
      })}
      {!rows &&
        skeletonKeys(pageSize).map((key) => (
          <li key={key} className={css.card}>
            {selection && <SkeletonBox />}
            {card && <SkeletonPicture />}
            <div className={css.skeleton}>
              <SkeletonLine heading />
              <SkeletonLine />
              <SkeletonLine />
            </div>
          </li>
        ))}
    </ul>
  );
}
