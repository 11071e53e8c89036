import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { categoriesQuery } from '../../shared/api/categories';
import { showPhone } from '../../shared/form/phone';
import { type Column, defineList } from '../../shared/list/define';
import { choices } from '../../shared/list/filters/choices';
import { cityFilter } from '../../shared/list/filters/cities';
import { twoWay } from '../../shared/list/filters/twoWay';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import { findPartnerCities, listPartners, partnerNeighbours, type Row } from './api';
import { showDay, tones } from './rules';
import { t } from './texts';

const isBlocked = ({ status }: Row) => status === 'blocked';

const columns: readonly Column<Row>[] = [
  {
    title: t.columns.name,
    text: ({ name }) => name,
    marked: true,
    width: '34%',
    sort: 'name',
    // Colour is never the only sign: the word stands beside the name.
    after: (row) =>
      isBlocked(row) && <StatusBadge tone={tones.blocked}>{t.statuses.blocked}</StatusBadge>,
  },
  {
    title: t.columns.created,
    text: ({ createdData }) => showDay(createdData),
    width: 132,
    numeric: true,
    sort: 'idPartner',
  },
  {
    title: t.columns.phone,
    text: ({ phone }) => showPhone(phone),
    width: 152,
    numeric: true,
  },
  {
    title: t.columns.city,
    text: ({ nameMainCity }) => nameMainCity,
    sort: 'nameMainCity',
  },
  { title: t.columns.category, text: ({ category }) => category.name, compact: 'line' },
];

function AddButton() {
  return (
    <Button
      leftSection={<IconPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
      renderRoot={(props) => <Link {...props} to="/partners/new" />}
    >
      {t.add}
    </Button>
  );
}

/** The list of partners (spec §2.9). */
export const partnersList = defineList({
  area: 'partners',
  path: '/partners',
  fetch: listPartners,
  neighbours: partnerNeighbours,
  pageSize: 15,
  sort: {
    idPartner: { label: t.sort.date, first: 'DESC' },
    name: { label: t.sort.name, first: 'ASC' },
    nameMainCity: { label: t.sort.city, first: 'ASC' },
  },
  filters: {
    status: twoWay<'active' | 'blocked'>(t.status, [
      ['active', t.statuses.active],
      ['blocked', t.statuses.blocked],
    ]),
    categories: choices(t.category, categoriesQuery),
    cities: cityFilter({ key: 'partners', find: findPartnerCities }),
  },
  columns,
  row: {
    id: ({ uuidPartner }) => uuidPartner,
    href: (id) => `/partners/card/${id}`,
    subdued: isBlocked,
  },
  actions: AddButton,
  texts: t.list,
});
