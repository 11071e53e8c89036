import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ChangeEvent, MouseEvent, ReactNode } from 'react';
import type { Column, RowRules } from './define';
import { Marked } from './Marked';
import css from './rows.module.css';
import { t } from './texts';
import type { Selection } from './useSelection';

/** What both views of the rows, table and cards, are given. */
export type RowsProps<Row> = {
  label: string;
  /** Undefined while they load for the first time: skeletons of as many as a page holds. */
  rows: readonly Row[] | undefined;
  pageSize: number;
  rules: RowRules<Row>;
  search: string;
  /** The list's own search parameters: a card's address carries them, so that it knows its list. */
  params: Record<string, string>;
  /** The row opened last. */
  seen: string | undefined;
  onOpen: (id: string) => void;
  selection: Selection | undefined;
};

/** What one row is given. */
export type RowProps<Row> = Omit<RowsProps<Row>, 'label' | 'rows' | 'pageSize'> & { row: Row };

/** The column that names a row. */
export const headingOf = <Row,>(columns: readonly Column<Row>[]) =>
  columns.find(({ heading }) => heading) ?? columns[0];

/** What stands in a cell. */
export function cellOf<Row>(column: Column<Row>, row: Row, search: string): ReactNode {
  if (column.cell) return column.cell(row);
  const text = column.text(row);
  if (!text) return t.noValue;
  return column.marked ? <Marked text={text} search={search} /> : text;
}

/** Marks of a row for its styles, and for finding it again. */
export const rowMarks = <Row,>({ row, rules, seen }: RowProps<Row>) => ({
  'data-row': rules.id(row),
  'data-subdued': rules.subdued?.(row) || undefined,
  'data-seen': rules.id(row) === seen || undefined,
});

type LinkProps<Row> = { of: RowProps<Row>; children: ReactNode };

/** The link of a row: it stands in the name and lies under the whole row. */
export function RowLink<Row>({ of, children }: LinkProps<Row>) {
  const { row, rules, params, onOpen } = of;
  const id = rules.id(row);
  const to = rules.href?.(id, row);
  if (to === undefined) return children;
  return (
    <Link className={css.link} to={to} search={params} onClick={() => onOpen(id)}>
      {children}
    </Link>
  );
}

// With Shift the browser would select the texts between the two clicks.
const keepTexts = (event: MouseEvent) => event.shiftKey && event.preventDefault();

// A change of a checkbox is a click underneath, by hand or by the space bar.
const withShift = ({ nativeEvent }: ChangeEvent) => (nativeEvent as PointerEvent).shiftKey === true;

/** The tick of a row, above its link. */
export function RowTick<Row>({ of, name }: { of: RowProps<Row>; name: string }) {
  const { row, rules, selection } = of;
  const id = rules.id(row);
  const why = rules.locked?.(row) || undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the checkbox inside is what is operated
    <span className={css.over} title={why} onMouseDown={keepTexts}>
      <Checkbox
        aria-label={why ? t.select.locked(name, why) : t.select.row(name)}
        checked={selection?.has(id) ?? false}
        disabled={why !== undefined}
        onChange={(event) => (withShift(event) ? selection?.toggleTo(id) : selection?.toggle(id))}
      />
    </span>
  );
}

/** The buttons of a row, above its link. */
export function RowTools<Row>({ of }: { of: RowProps<Row> }) {
  return <span className={css.over}>{of.rules.tools?.(of.row)}</span>;
}

/** Keys for the rows of a skeleton. */
export const bones = (count: number) => Array.from({ length: count }, (_, i) => `bone-${i}`);

/** A grey bar in place of a text. Plain: there are many, and they stand for a moment. */
export function Bone({ wide }: { wide?: boolean }) {
  return <span className={css.bone} data-wide={wide || undefined} />;
}
