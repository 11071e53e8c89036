import { IconLock } from '@tabler/icons-react';
import { formatDay } from '../../../kit/format/day';
import { categoriesQuery } from '../../shared/api/categories';
import { promotionLinks } from '../../shared/links/promotions';
import { type Column, defineList } from '../../shared/list/define';
import { choices } from '../../shared/list/filters/choices';
import { cityFilter } from '../../shared/list/filters/cities';
import { oneOf } from '../../shared/list/filters/oneOf';
import { twoWay } from '../../shared/list/filters/twoWay';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { exportPromotions, findPromotionCities, listPromotions, promotionNeighbours } from './api';
import css from './card/card.module.css';
import { FindCode } from './codes/FindCode';
import { PromotionBadge } from './PromotionBadge';
import { RowTools } from './RowTools';
import { badgeOf, isOffered, showDays } from './rules';
import { t } from './texts';
import type { Row } from './wire';

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
    width: [104, 300],
    sort: 'partnerName',
    compact: 'line',
    after: ({ partner }) => partner.status === 'blocked' && <PartnerBlocked />,
  },
  {
    title: t.columns.name,
    text: ({ name }) => name,
    width: [104, 330],
    heading: true,
    marked: true,
    sort: 'name',
    // Where the last column has no room.
    under: (row) =>
      badgeOf(row).tone !== 'green' && (
        <span className={css.narrow}>
          <PromotionBadge of={row} short />
        </span>
      ),
  },
  {
    title: t.columns.created,
    text: ({ createdData }) => formatDay(createdData),
    width: [92, 104],
    numeric: true,
    sort: 'idStock',
    compactText: ({ createdData }) => `${t.columns.created} ${formatDay(createdData)}`,
  },
  { title: t.columns.days, text: showDays, width: [96, 192], numeric: true },
  {
    title: t.columns.city,
    text: ({ nameMainCity }) => nameMainCity,
    width: [84, 140],
    sort: 'nameMainCity',
  },
  { title: t.columns.category, text: ({ category }) => category.name, width: [84, 132] },
  {
    title: t.columns.state,
    text: (row) => badgeOf(row).word,
    cell: (row) => <PromotionBadge of={row} short />,
    width: 136,
    from: 'unfolded',
    compact: 'none',
  },
];

/** The list of promotions (rules 8.3). */
export const promotionsList = defineList({
  area: 'promotions',
  path: promotionLinks.list(),
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
    codes: oneOf(t.codesFilter.title, t.codesFilter),
    categories: choices(t.category, categoriesQuery),
    cities: cityFilter({ key: 'partners', find: findPromotionCities }),
  },
  columns,
  row: {
    id: ({ uuidStock }) => uuidStock,
    href: (uuidStock) => promotionLinks.card({ uuidStock }),
    subdued: (row) => !isOffered(row),
    tools: (row) => <RowTools row={row} />,
  },
  exported: { start: exportPromotions },
  actions: () => <FindCode />,
  texts: t.list,
});
