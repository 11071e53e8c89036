import { Tooltip } from '@mantine/core';
import { IconMessageReply } from '@tabler/icons-react';
import { formatDay } from '../../../kit/format/day';
import { shortUniversity } from '../../../kit/format/university';
import { reviewLinks } from '../../shared/links/reviews';
import { type Column, defineList } from '../../shared/list/define';
import { excerptOf, matchesIn } from '../../shared/list/highlight';
import { Marked } from '../../shared/list/Marked';
import { RoundButton } from '../../shared/round/RoundButton';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import { exportReviews, listReviews, reviewNeighbours } from './api';
import { filters } from './filters';
import css from './reviews.module.css';
import { fullName, isToDecide, mostAtOnce, standingOf } from './rules';
import { SelectionActions } from './SelectionActions';
import { Stars } from './Stars';
import { t } from './texts';
import type { Row } from './wire';

const seesAll: Column<Row>['shownTo'] = ({ role }) => role === 'operator_all';

// The row shows about this many characters; a later match is quoted under it.
const shownCharacters = 40;

function Answered({ row }: { row: Row }) {
  if (!row.answered) return null;
  return (
    <Tooltip label={t.answered}>
      <span className={css.answered} role="img" aria-label={t.answered}>
        <IconMessageReply size={iconSize.sm} stroke={iconStroke} aria-hidden />
      </span>
    </Tooltip>
  );
}

const columns: readonly Column<Row>[] = [
  { title: t.columns.student, text: fullName, marked: true, width: [110, '1.15fr'] },
  {
    title: t.columns.university,
    text: ({ nameUniversity }) => nameUniversity,
    cell: ({ nameUniversity }) => shortUniversity(nameUniversity),
    width: [60, 104],
    from: 'unfolded',
    shownTo: seesAll,
  },
  {
    title: t.columns.city,
    text: ({ nameCity }) => nameCity,
    width: [100, 140],
    from: 'wide',
    shownTo: seesAll,
  },
  {
    title: t.columns.partner,
    text: ({ partnerName }) => partnerName,
    marked: true,
    width: [110, '1.1fr'],
    sort: 'partnerName',
  },
  {
    title: t.columns.comment,
    text: ({ comment }) => comment,
    marked: true,
    width: [120, '1.65fr'],
    after: (row) => <Answered row={row} />,
    under: ({ comment }, search) =>
      search && (matchesIn(comment, search)[0]?.[0] ?? 0) > shownCharacters ? (
        <Marked text={excerptOf(comment, search)} search={search} />
      ) : null,
    compact: 'line',
  },
  {
    title: t.columns.rating,
    text: ({ rating }) => t.stars(rating),
    cell: ({ rating }) => <Stars rating={rating} />,
    width: 96,
    from: 'unfolded',
    compact: 'line',
  },
  {
    title: t.columns.date,
    text: ({ createdAt }) => formatDay(createdAt),
    width: [92, 96],
    numeric: true,
    sort: 'createdAt',
  },
  {
    title: t.columns.status,
    text: (row) => (row.deletedAt ? t.deletedOn(formatDay(row.deletedAt)) : standingOf(row).text),
    cell: (row) =>
      row.deletedAt ? (
        <span className={css.deleted}>{t.deletedOn(formatDay(row.deletedAt))}</span>
      ) : (
        <StatusBadge tone={standingOf(row).tone}>{standingOf(row).text}</StatusBadge>
      ),
    width: 136,
  },
];

/** The list of reviews. */
export const reviewsList = defineList({
  area: 'reviews',
  path: reviewLinks.list(),
  fetch: listReviews,
  neighbours: reviewNeighbours,
  pageSize: 15,
  sort: {
    createdAt: { label: t.sort.date, first: 'DESC' },
    partnerName: { label: t.sort.partner, first: 'ASC' },
  },
  filters,
  columns,
  row: {
    id: ({ uuidComment }) => uuidComment,
    // A deleted review has no card until it is restored.
    href: (uuidComment, row) => (row?.deletedAt ? undefined : reviewLinks.card({ uuidComment })),
    subdued: ({ status }) => status === 'rejected',
  },
  actions: ({ query: { body }, total }) => (
    <RoundButton to={reviewLinks.round()} disabled={total === 0 || !isToDecide(body)} />
  ),
  exported: { start: exportReviews, personal: true },
  selection: SelectionActions,
  allFoundLimit: ({ body }) => (body.deleted ? 0 : mostAtOnce),
  texts: { title: t.title, empty: t.empty, hint: t.emptyHint },
});
