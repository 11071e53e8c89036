import { Checkbox, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { iconSize, iconStroke } from '../theme/tokens';
import type { Column } from './define';
import css from './ListTable.module.css';
import {
  Bone,
  bones,
  cellOf,
  RowLink,
  type RowProps,
  type RowsProps,
  RowTick,
  rowMarks,
} from './rows';
import type { Direction } from './state';
import { t } from './texts';

const arrows = { ASC: IconArrowUp, DESC: IconArrowDown };
const words = { ASC: 'ascending', DESC: 'descending' } as const;

type Sorting = { sort: string; direction: Direction; onSort: (sort: string) => void };
type Columns<Row> = { columns: readonly Column<Row>[] };

function Header<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting }) {
  const { title, sort } = column;
  if (!sort) return <th scope="col">{title}</th>;
  const current = sort === sorting.sort;
  const Arrow = arrows[sorting.direction];
  return (
    <th scope="col" aria-sort={current ? words[sorting.direction] : undefined}>
      <UnstyledButton className={css.sort} onClick={() => sorting.onSort(sort)}>
        {title}
        {current && <Arrow size={iconSize.sm} stroke={iconStroke} aria-hidden />}
      </UnstyledButton>
    </th>
  );
}

function TableRow<Row>({ columns, ...of }: RowProps<Row> & Columns<Row>) {
  const { row, search, selection } = of;
  const content = (column: Column<Row>, first: boolean) => {
    const inner = cellOf(column, row, search);
    return first ? <RowLink of={of}>{inner}</RowLink> : inner;
  };
  return (
    <tr {...rowMarks(of)}>
      {selection && (
        <td>
          <RowTick of={of} name={columns[0]?.text(row) ?? ''} />
        </td>
      )}
      {columns.map((column, i) => (
        <td key={column.title} data-numeric={column.numeric || undefined}>
          <span className={css.cell}>
            <span
              className={css.text}
              data-over={i > 0 || undefined}
              title={column.text(row) || undefined}
            >
              {content(column, i === 0)}
            </span>
            {column.after?.(row)}
          </span>
          {column.under && <span className={css.under}>{column.under(row, search)}</span>}
        </td>
      ))}
    </tr>
  );
}

function BoneRow<Row>({ columns, ticks }: Columns<Row> & { ticks: boolean }) {
  return (
    <tr>
      {ticks && <td />}
      {columns.map(({ title }, i) => (
        <td key={title}>
          <Bone wide={i === 0} />
        </td>
      ))}
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
        {columns.map(({ title, width }) => (
          <col key={title} style={width ? { width } : undefined} />
        ))}
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
        </tr>
      </thead>
      <tbody>
        {rows?.map((row) => (
          <TableRow key={rules.id(row)} {...rest} row={row} columns={columns} />
        ))}
        {!rows &&
          bones(pageSize).map((key) => (
            <BoneRow key={key} columns={columns} ticks={Boolean(selection)} />
          ))}
      </tbody>
    </table>
  );
}
