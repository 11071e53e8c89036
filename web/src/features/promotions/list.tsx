import { categoriesQuery } from '../../shared/api/categories';
import { type Column, defineList } from '../../shared/list/define';
import { choices } from '../../shared/list/filters/choices';
import { cityFilter } from '../../shared/list/filters/cities';
import { oneOf } from '../../shared/list/filters/oneOf';
import { twoWay } from '../../shared/list/filters/twoWay';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import { findPromotionCities, listPromotions, promotionNeighbours, type Row } from './api';
import { FindCode } from './FindCode';
import { RowTools } from './RowTools';
import { isOffered, showDay, showDays, tones } from './rules';
import { t } from './texts';

const columns: readonly Column<Row>[] = [
  {
    title: t.columns.partner,
    text: ({ partner }) => partner.name,
    marked: true,
    width: '17%',
    sort: 'partnerName',
    compact: 'line',
  },
  {
    title: t.columns.name,
    text: ({ name }) => name,
    heading: true,
    marked: true,
    sort: 'name',
    // Colour is never the only sign: the word stands beside the name.
    after: ({ status, partner }) =>
      status === 'blocked' ? (
        <StatusBadge tone={tones.blocked}>{t.statuses.blocked}</StatusBadge>
      ) : (
        partner.status === 'blocked' && (
          <StatusBadge tone={tones.blocked}>{t.partnerBlocked}</StatusBadge>
        )
      ),
  },
  {
    title: t.columns.created,
    text: ({ createdData }) => showDay(createdData),
    width: 118,
    numeric: true,
    sort: 'idStock',
    compact: 'none',
  },
  { title: t.columns.days, text: showDays, width: 188, numeric: true },
  {
    title: t.columns.city,
    text: ({ nameMainCity }) => nameMainCity,
    width: '11%',
    sort: 'nameMainCity',
  },
  { title: t.columns.category, text: ({ category }) => category.name, width: '11%' },
  { title: t.columns.state, text: ({ state }) => t.states[state], width: 124 },
];

/** The list of promotions (spec §2.12). */
export const promotionsList = defineList({
  area: 'promotions',
  path: '/promotions',
  fetch: listPromotions,
  neighbours: promotionNeighbours,
  pageSize: 15,
  sort: {
    idStock: { label: t.sort.date, first: 'DESC' },
    name: { label: t.sort.name, first: 'ASC' },
    nameMainCity: { label: t.sort.city, first: 'ASC' },
    partnerName: { label: t.sort.partner, first: 'ASC' },
  },
  filters: {
    status: twoWay<'active' | 'blocked'>(t.status, [
      ['active', t.statuses.active],
      ['blocked', t.statuses.blocked],
    ]),
    state: oneOf(t.state, { all: t.anyState, words: t.states }),
    categories: choices(t.category, categoriesQuery),
    cities: cityFilter({ key: 'partners', find: findPromotionCities }),
  },
  columns,
  row: {
    id: ({ uuidStock }) => uuidStock,
    href: (id) => `/promotions/card/${id}`,
    subdued: (row) => !isOffered(row),
    tools: (row) => <RowTools row={row} />,
  },
  actions: () => <FindCode />,
  texts: t.list,
});
