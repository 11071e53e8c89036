import { Checkbox, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { iconSize, iconStroke } from '../theme/tokens';
import type { Column } from './define';
import css from './ListTable.module.css';
import {
  Bone,
  bones,
  cellOf,
  headingOf,
  RowLink,
  type RowProps,
  type RowsProps,
  RowTick,
  RowTools,
  rowMarks,
} from './rows';
import type { Direction } from './state';
import { t } from './texts';

const arrows = { ASC: IconArrowUp, DESC: IconArrowDown };
const words = { ASC: 'ascending', DESC: 'descending' } as const;

const size = (width: number | string | undefined) =>
  typeof width === 'number' ? `${width}px` : width;

// The styles choose between the two: only they know how wide the screen is.
const widthsOf = <Row,>({ width, narrow = width }: Column<Row>) =>
  ({ '--wide': size(width), '--narrow': size(narrow) }) as CSSProperties;

type Sorting = { sort: string; direction: Direction; onSort: (sort: string) => void };
type Columns<Row> = { columns: readonly Column<Row>[] };

function Header<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting }) {
  const { title, sort, roomy } = column;
  if (!sort) {
    return (
      <th scope="col" data-roomy={roomy}>
        {title}
      </th>
    );
  }
  const current = sort === sorting.sort;
  const Arrow = arrows[sorting.direction];
  return (
    <th scope="col" data-roomy={roomy} aria-sort={current ? words[sorting.direction] : undefined}>
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
    <tr {...rowMarks(of)}>
      {selection && (
        <td>
          <RowTick of={of} name={heading?.text(row) ?? ''} />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.title} data-numeric={column.numeric || undefined} data-roomy={column.roomy}>
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
        <td>
          <RowTools of={of} />
        </td>
      )}
    </tr>
  );
}

function BoneRow<Row>({
  columns,
  ticks,
  tools,
}: Columns<Row> & { ticks: boolean; tools: boolean }) {
  return (
    <tr>
      {ticks && <td />}
      {columns.map(({ title, roomy }, i) => (
        <td key={title} data-roomy={roomy}>
          <Bone wide={i === 0} />
        </td>
      ))}
      {tools && <td />}
    </tr>
  );
}

type Props<Row> = RowsProps<Row> & Columns<Row> & { sorting: Sorting };

/** The rows of a list as a table. */
export function ListTable<Row>(props: Props<Row>) {
  const { columns, sorting, rows, pageSize, label, ...rest } = props;
  const { rules, selection } = rest;
  return (
    <table className={css.table} aria-label={label}>
      <colgroup>
        {selection && <col className={css.tick} />}
        {columns.map((column) => (
          <col key={column.title} data-roomy={column.roomy} style={widthsOf(column)} />
        ))}
        {rules.tools && <col className={css.tools} />}
      </colgroup>
      <thead>
        <tr>
          {selection && (
            <th scope="col">
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
            <th scope="col">
              <VisuallyHidden>{t.tools}</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows?.map((row) => (
          <TableRow key={rules.id(row)} {...rest} row={row} columns={columns} />
        ))}
        {!rows &&
          bones(pageSize).map((key) => (
            <BoneRow
              key={key}
              columns={columns}
              ticks={Boolean(selection)}
              tools={Boolean(rules.tools)}
            />
          ))}
      </tbody>
    </table>
  );
}
