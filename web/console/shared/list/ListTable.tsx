import { Checkbox, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { iconSize, iconStroke } from '../theme/tokens';
import type { Column } from './define';
import css from './ListTable.module.css';
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
  skeletonKeys,
} from './rows';
import type { Direction } from './state';
import { t } from './texts';

const arrows = { ASC: IconArrowUp, DESC: IconArrowDown };
const words = { ASC: 'ascending', DESC: 'descending' } as const;

const usualWidth = [120, 360] as const;
const iconTrack = '36px';

function trackOf<Row>({ width = usualWidth }: Column<Row>) {
  if (typeof width === 'number') return `${width}px`;
  const [least, most] = width;
  return `minmax(${least}px, ${typeof most === 'number' ? `${most}px` : most})`;
}

const takesRest = <Row,>({ width }: Column<Row>) =>
  typeof width === 'object' && typeof width[1] === 'string';

// Without a column that takes the rest of the width, it stays empty before the row's buttons.
const tracksOf = <Row,>(columns: readonly Column<Row>[], ticks: boolean, tools: boolean) =>
  [
    ...(ticks ? [iconTrack] : []),
    ...columns.map(trackOf),
    ...(columns.some(takesRest) ? [] : ['minmax(0, 1fr)']),
    ...(tools ? ['44px'] : []),
  ].join(' ');

// CSS uses one of them, depending on the screen width. They depend on the declaration alone, so that columns keep
// their places from page to page.
function layoutOf<Row>(columns: readonly Column<Row>[], ticks: boolean, tools: boolean) {
  const tracks = (hidden: readonly (string | undefined)[]) =>
    tracksOf(
      columns.filter(({ from }) => !hidden.includes(from)),
      ticks,
      tools,
    );
  return {
    '--wide': tracks([]),
    '--unfolded': tracks(['wide']),
    '--folded': tracks(['wide', 'unfolded']),
  } as CSSProperties;
}

// Browsers drop the table roles of elements with another display.
const role = (name: string) => ({ role: name });

type Sorting = { sort: string; direction: Direction; onSort: (sort: string) => void };
type Columns<Row> = { columns: readonly Column<Row>[] };

function Header<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting }) {
  const { title, sort, from } = column;
  const header = { scope: 'col', 'data-from': from, ...role('columnheader') };
  if (!sort) return <th {...header}>{title}</th>;
  const current = sort === sorting.sort;
  const Arrow = arrows[sorting.direction];
  return (
    <th {...header} aria-sort={current ? words[sorting.direction] : undefined}>
      <UnstyledButton className={css.sort} onClick={() => sorting.onSort(sort)}>
        {title}
        {current && <Arrow size={iconSize.sm} stroke={iconStroke} aria-hidden />}
      </UnstyledButton>
    </th>
  );
}

function TableRow<Row>({ columns, ...of }: RowProps<Row> & Columns<Row>) {
  const { row, rules, search, selection } = of;
  const heading = headingOf(columns);
  const content = (column: Column<Row>) => {
    const inner = cellOf(column, row, search);
    return column === heading ? <RowLink of={of}>{inner}</RowLink> : inner;
  };
  return (
    <tr {...rowMarks(of)} {...role('row')}>
      {selection && (
        <td {...role('cell')}>
          <RowTick of={of} name={heading?.text(row) ?? ''} />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.title}
          {...role('cell')}
          data-numeric={column.numeric || undefined}
          data-from={column.from}
        >
          <span className={css.cell}>
            <span
              className={css.text}
              data-heading={column === heading || undefined}
              title={column.text(row) || undefined}
            >
              {content(column)}
            </span>
            {column.after?.(row)}
          </span>
          {column.under && <span className={css.under}>{column.under(row, search)}</span>}
        </td>
      ))}
      {rules.tools && (
        <td className={css.tools} {...role('cell')}>
          <RowTools of={of} />
        </td>
      )}
    </tr>
  );
}

function BoneRow<Row>({ columns, ticks }: Columns<Row> & { ticks: boolean }) {
  const heading = headingOf(columns);
  return (
    <tr {...role('row')}>
      {ticks && (
        <td {...role('cell')}>
          <SkeletonBox />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.title} {...role('cell')} data-from={column.from}>
          <SkeletonLine heading={column === heading} short={column.numeric} />
        </td>
      ))}
    </tr>
  );
}

type Props<Row> = RowsProps<Row> & Columns<Row> & { sorting: Sorting };

/** Rows as a table. */
export function ListTable<Row>(props: Props<Row>) {
  const { columns, sorting, rows, pageSize, label, ...rest } = props;
  const { rules, selection } = rest;
  return (
    <table
      className={css.table}
      {...role('table')}
      style={layoutOf(columns, Boolean(selection), Boolean(rules.tools))}
      aria-label={label}
    >
      <thead {...role('rowgroup')}>
        <tr {...role('row')}>
          {selection && (
            <th scope="col" {...role('columnheader')}>
              <Checkbox
                aria-label={t.select.all}
                checked={selection.all}
                disabled={selection.none}
                indeterminate={selection.some && !selection.all}
                onChange={selection.toggleAll}
              />
            </th>
          )}
          {columns.map((column) => (
            <Header key={column.title} column={column} sorting={sorting} />
          ))}
          {rules.tools && (
            <th className={css.tools} scope="col" {...role('columnheader')}>
              <VisuallyHidden>{t.tools}</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody {...role('rowgroup')}>
        {rows?.map((row) => (
          <TableRow key={rules.id(row)} {...rest} row={row} columns={columns} />
        ))}
        {!rows &&
          skeletonKeys(pageSize).map((key) => (
            <BoneRow key={key} columns={columns} ticks={Boolean(selection)} />
          ))}
      </tbody>
    </table>
  );
}
