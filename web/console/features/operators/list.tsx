import { formatDay } from '../../../kit/format/day';
import { formatMoment } from '../../../kit/format/moment';
import { operatorLinks } from '../../shared/links/operators';
import { type Column, defineList } from '../../shared/list/define';
import type { Filter } from '../../shared/list/filter';
import { oneOf } from '../../shared/list/filters/oneOf';
import { twoWay } from '../../shared/list/filters/twoWay';
import { useOperator } from '../../shared/session/session';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import { universityFilter } from '../../shared/university/filter';
import { exportOperators, listOperators, operatorNeighbours } from './api';
import { ListActions } from './ListActions';
import { fullName, isOfProgramme, rightsOf, tones } from './rules';
import { t } from './texts';
import type { Row } from './wire';

const isBlocked = ({ status }: Row) => status === 'blocked';

const columns: readonly Column<Row>[] = [
  {
    title: t.columns.name,
    text: fullName,
    marked: true,
    width: [160, 380],
    sort: 'surname',
    after: (row) =>
      isBlocked(row) && <StatusBadge tone={tones.blocked}>{t.statuses.blocked}</StatusBadge>,
  },
  {
    title: t.columns.login,
    text: ({ login }) => login,
    marked: true,
    sort: 'login',
    width: [208, 320], // an address has no place to wrap at
  },
  { title: t.columns.role, text: rightsOf, width: [150, 280], compact: 'line' },
  {
    title: t.columns.university,
    text: ({ shortNameUniversity }) => shortNameUniversity,
    width: [100, 200],
    shownTo: isOfProgramme,
  },
  {
    title: t.columns.signedIn,
    text: ({ signedInAt }) => (signedInAt ? formatMoment(signedInAt) : t.never),
    width: [116, 148],
    numeric: true,
    from: 'unfolded',
    compact: 'none',
  },
  {
    title: t.columns.added,
    text: ({ createdAt }) => formatDay(createdAt),
    width: [92, 108],
    numeric: true,
    sort: 'createdAt',
    from: 'unfolded',
    compact: 'none',
  },
];

// A university's administrator sees one university only.
const ofUniversity: typeof universityFilter = {
  ...universityFilter,
  control: (props) => isOfProgramme(useOperator()) && universityFilter.control(props),
};

const flagged = oneOf(t.filters.flag, {
  all: t.filters.everyone,
  words: { yes: t.filters.onlyAdmins },
});

const onlyAdmins: Filter<'yes' | null, true | undefined> = {
  ...flagged,
  body: (value) => value === 'yes' || undefined,
};

/** The list of operators (rules 26.11). */
export const operatorsList = defineList({
  area: 'operators',
  path: operatorLinks.list(),
  fetch: listOperators,
  neighbours: operatorNeighbours,
  pageSize: 15,
  sort: {
    createdAt: { label: t.sort.date, first: 'DESC' },
    surname: { label: t.sort.name, first: 'ASC' },
    login: { label: t.sort.login, first: 'ASC' },
  },
  filters: {
    status: twoWay(t.filters.status, [
      ['active', t.statuses.active],
      ['blocked', t.statuses.blocked],
    ]),
    role: oneOf(t.filters.role, { all: t.filters.everyRole, words: t.roles }),
    uuidUniversity: ofUniversity,
    onlyAdmins,
  },
  columns,
  row: {
    id: ({ uuidOperator }) => uuidOperator,
    href: (uuidOperator) => operatorLinks.card({ uuidOperator }),
    subdued: isBlocked,
  },
  exported: { start: exportOperators, personal: true },
  actions: ListActions,
  texts: t.list,
});
