import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ChangeEvent, MouseEvent, ReactNode } from 'react';
import type { Column, RowRules } from './define';
import { AboutRows } from './held';
import { Marked } from './Marked';
import css from './rows.module.css';
import { t } from './texts';
import type { Selection } from './useSelection';

/** Props of both views, table and cards. */
export type RowsProps<Row> = {
  label: string;
  /** Undefined during the first load: a page of skeleton rows is shown. */
  rows: readonly Row[] | undefined;
  pageSize: number;
  rules: RowRules<Row>;
  search: string;
  /** The list's search parameters, passed on to the card's URL for its neighbours. */
  params: Record<string, string>;
  /** The last opened row. */
  lastOpened: string | undefined;
  onOpen: (id: string) => void;
  selection: Selection | undefined;
};

/** Props of a row. */
export type RowProps<Row> = Omit<RowsProps<Row>, 'label' | 'rows' | 'pageSize'> & { row: Row };

/** The column that names a row. */
export const headingOf = <Row,>(columns: readonly Column<Row>[]) =>
  columns.find(({ heading }) => heading) ?? columns[0];

/** The content of a cell. */
export function cellOf<Row>(column: Column<Row>, row: Row, search: string): ReactNode {
  if (column.cell) return column.cell(row);
  const text = column.text(row);
  if (!text) return t.noValue;
  return column.marked ? <Marked text={text} search={search} /> : text;
}

/** Data attributes of a row for CSS and scrolling. */
export const rowMarks = <Row,>({ row, rules, lastOpened, selection }: RowProps<Row>) => ({
  'data-row': rules.id(row),
  'data-selected': selection?.has(rules.id(row)) || undefined,
  'data-subdued': rules.subdued?.(row) || undefined,
  'data-last-opened': rules.id(row) === lastOpened || undefined,
});

type LinkProps<Row> = { of: RowProps<Row>; children: ReactNode };

/** The link of a row: its text is the name, and it covers the row. */
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

// Shift+click would select text.
const keepTexts = (event: MouseEvent) => event.shiftKey && event.preventDefault();

// A checkbox change event comes from a click, which has the Shift state, also for the space bar.
const withShift = ({ nativeEvent }: ChangeEvent) => (nativeEvent as PointerEvent).shiftKey === true;

/** The checkbox of a row, above its link. */
export function RowTick<Row>({ of, name }: { of: RowProps<Row>; name: string }) {
  const { row, rules, selection } = of;
  const id = rules.id(row);
  const why = rules.locked?.(row) || undefined;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside has its own name; the label enlarges its target
    <label className={css.tick} title={why} onMouseDown={keepTexts}>
      <Checkbox
        aria-label={why ? t.select.locked(name, why) : t.select.row(name)}
        checked={selection?.has(id) ?? false}
        disabled={why !== undefined}
        onChange={(event) => (withShift(event) ? selection?.toggleTo(id) : selection?.toggle(id))}
      />
    </label>
  );
}

/** The buttons of a row, above its link. */
export function RowTools<Row>({ of }: { of: RowProps<Row> }) {
  return (
    <span className={css.tools}>
      <AboutRows ids={[of.rules.id(of.row)]}>{of.rules.tools?.(of.row)}</AboutRows>
    </span>
  );
}

/** React keys of skeleton rows. */
export const skeletonKeys = (count: number) =>
  Array.from({ length: count }, (_, i) => `skeleton-${i}`);

type LineProps = {
  /** In place of the row's name: longer and darker. */
  heading?: boolean;
  /** In place of a number. */
  short?: boolean;
};

/** A skeleton line. Plain CSS instead of Mantine's Skeleton: a table has many. */
export function SkeletonLine({ heading, short }: LineProps) {
  return (
    <span
      className={css.skeleton}
      data-heading={heading || undefined}
      data-short={short || undefined}
    />
  );
}

/** A skeleton checkbox. */
export const SkeletonBox = () => <span className={css.skeleton} data-box />;

/** A skeleton thumbnail. */
export const SkeletonPicture = () => <span className={css.skeleton} data-picture />;
