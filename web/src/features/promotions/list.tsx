import { IconLock } from '@tabler/icons-react';
import { categoriesQuery } from '../../shared/api/categories';
import { type Column, defineList } from '../../shared/list/define';
import { choices } from '../../shared/list/filters/choices';
import { cityFilter } from '../../shared/list/filters/cities';
import { oneOf } from '../../shared/list/filters/oneOf';
import { twoWay } from '../../shared/list/filters/twoWay';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import { findPromotionCities, listPromotions, promotionNeighbours, type Row } from './api';
import css from './card.module.css';
import { FindCode } from './FindCode';
import { RowTools } from './RowTools';
import { isOffered, showDay, showDays, tones } from './rules';
import { t } from './texts';

function PartnerBlocked() {
  return (
    <IconLock
      className={css.sign}
      size={iconSize.sm}
      stroke={iconStroke}
      role="img"
      aria-label={t.partnerBlocked}
    />
  );
}

const columns: readonly Column<Row>[] = [
  {
    title: t.columns.partner,
    text: ({ partner }) => partner.name,
    marked: true,
    width: '20%',
    narrow: '25%',
    sort: 'partnerName',
    compact: 'line',
    after: ({ partner }) => partner.status === 'blocked' && <PartnerBlocked />,
  },
  {
    title: t.columns.name,
    text: ({ name }) => name,
    heading: true,
    marked: true,
    sort: 'name',
    // Colour is never the only sign: the word stands under the name, which keeps its room.
    under: ({ status }) =>
      status === 'blocked' && <StatusBadge tone={tones.blocked}>{t.statuses.blocked}</StatusBadge>,
  },
  {
    title: t.columns.created,
    text: ({ createdData }) => showDay(createdData),
    width: 100,
    numeric: true,
    sort: 'idStock',
    compact: 'none',
  },
  { title: t.columns.days, text: showDays, width: 190, narrow: 104, numeric: true },
  {
    title: t.columns.city,
    text: ({ nameMainCity }) => nameMainCity,
    width: 116,
    narrow: 104,
    sort: 'nameMainCity',
  },
  { title: t.columns.category, text: ({ category }) => category.name, width: 112, narrow: 108 },
  {
    title: t.columns.state,
    // A blocked promotion is offered on no day; when it would be is told by its dates.
    text: ({ status, state }) => (status === 'blocked' ? '' : t.states[state]),
    width: 132,
    roomy: true,
  },
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
