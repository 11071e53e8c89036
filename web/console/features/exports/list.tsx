import { formatMoment } from '../../../kit/format/moment';
import { formatNumber } from '../../../kit/format/number';
import type { Export } from '../../shared/export/api';
import { settingsLinks } from '../../shared/links/settings';
import { type Column, defineList } from '../../shared/list/define';
import { listExports } from './api';
import { RowTools } from './RowTools';
import { stateOf } from './rules';
import { State, stateText } from './State';
import { t } from './texts';

const columns: readonly Column<Export>[] = [
  { title: t.columns.list, text: ({ name }) => name, width: [100, 160] },
  {
    title: t.columns.filter,
    text: ({ filter }) => filter ?? t.whole,
    width: [120, '1fr'],
    compact: 'line',
  },
  {
    title: t.columns.purpose,
    text: ({ purpose }) => purpose ?? '',
    width: [100, '0.7fr'],
    from: 'unfolded',
    compact: 'line',
  },
  {
    title: t.columns.made,
    text: ({ createdAt }) => formatMoment(createdAt),
    width: [132, 148],
    numeric: true,
  },
  {
    title: t.columns.rows,
    text: ({ status, rows }) => (status === 'done' ? formatNumber(rows) : ''),
    compactText: ({ status, rows }) => (status === 'done' ? t.rowsOf(formatNumber(rows)) : ''),
    width: [64, 96],
    numeric: true,
  },
  {
    title: t.columns.state,
    text: stateText,
    cell: (row) => <State row={row} />,
    width: 140,
  },
  {
    title: t.columns.tools,
    text: () => t.columns.tools,
    // A cell's text would cut off the focus rings and name every button after the column.
    cell: () => null,
    after: (row) => <RowTools row={row} />,
    width: 208,
    compact: 'line',
  },
];

/** The operator's own exports (rules 32.5). */
export const exportsList = defineList({
  area: 'settings',
  path: settingsLinks.exports(),
  back: settingsLinks.page(),
  search: false,
  fetch: listExports,
  pageSize: 15,
  sort: { createdAt: { label: t.sort, first: 'DESC' } },
  filters: {},
  columns,
  row: {
    id: ({ uuidExport }) => uuidExport,
    subdued: (row) => stateOf(row) === 'cancelled' || stateOf(row) === 'gone',
  },
  texts: t.list,
});
