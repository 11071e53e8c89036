import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatDay } from '../../../kit/format/day';
import { formatPhone } from '../../../kit/format/phone';
import { categoriesQuery } from '../../shared/api/categories';
import { partnerLinks } from '../../shared/links/partners';
import { type Column, defineList } from '../../shared/list/define';
import { choices } from '../../shared/list/filters/choices';
import { cityFilter } from '../../shared/list/filters/cities';
import { oneOf } from '../../shared/list/filters/oneOf';
import { twoWay } from '../../shared/list/filters/twoWay';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import { exportPartners, findPartnerCities, listPartners, partnerNeighbours } from './api';
import { tones } from './rules';
import { t } from './texts';
import type { Row } from './wire';

const isBlocked = ({ status }: Row) => status === 'blocked';

const columns: readonly Column<Row>[] = [
  {
    title: t.columns.name,
    text: ({ name }) => name,
    marked: true,
    width: [150, 440],
    sort: 'name',
    // Not by colour alone: the badge has a text.
    after: (row) =>
      isBlocked(row) && <StatusBadge tone={tones.blocked}>{t.statuses.blocked}</StatusBadge>,
  },
  {
    title: t.columns.created,
    text: ({ createdData }) => formatDay(createdData),
    width: [92, 132],
    numeric: true,
    sort: 'idPartner',
  },
  {
    title: t.columns.phone,
    text: ({ phone }) => formatPhone(phone),
    width: [136, 152],
    numeric: true,
  },
  {
    title: t.columns.city,
    text: ({ nameMainCity }) => nameMainCity,
    width: [90, 170],
    sort: 'nameMainCity',
  },
  {
    title: t.columns.category,
    text: ({ category }) => category.name,
    width: [90, 210],
    compact: 'line',
  },
];

function AddButton() {
  return (
    <Button
      leftSection={<IconPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
      renderRoot={(props) => <Link {...props} to={partnerLinks.add()} />}
    >
      {t.add}
    </Button>
  );
}

/** The list of partners. */
export const partnersList = defineList({
  area: 'partners',
  path: partnerLinks.list(),
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
    lacks: oneOf(t.lacks.title, t.lacks),
    categories: choices(t.category, categoriesQuery),
    cities: cityFilter({ key: 'partners', find: findPartnerCities }),
  },
  columns,
  row: {
    id: ({ uuidPartner }) => uuidPartner,
    href: (uuidPartner) => partnerLinks.card({ uuidPartner }),
    subdued: isBlocked,
  },
  exported: { start: exportPartners },
  actions: AddButton,
  texts: t.list,
});
