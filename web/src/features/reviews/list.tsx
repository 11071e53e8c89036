import { Tooltip } from '@mantine/core';
import { IconMessageReply } from '@tabler/icons-react';
import { type Column, defineList } from '../../shared/list/define';
import { excerptOf, matchesIn } from '../../shared/list/highlight';
import { Marked } from '../../shared/list/Marked';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import { listReviews, type Row, reviewNeighbours } from './api';
import { filters } from './filters';
import css from './reviews.module.css';
import { dayOf, fullName, mostAtOnce, tones } from './rules';
import { SelectionActions } from './SelectionActions';
import { Stars } from './Stars';
import { t } from './texts';

// What is found further on is cut away in the row: then it is shown under it.
const shownAnyway = 40;

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
  { title: t.columns.student, text: fullName, marked: true, width: '19%', narrow: '18%' },
  {
    title: t.columns.partner,
    text: ({ partnerName }) => partnerName,
    marked: true,
    width: '18%',
    narrow: '20%',
    sort: 'partnerName',
  },
  {
    title: t.columns.comment,
    text: ({ comment }) => comment,
    marked: true,
    after: (row) => <Answered row={row} />,
    under: ({ comment }, search) =>
      search && (matchesIn(comment, search)[0]?.[0] ?? 0) > shownAnyway ? (
        <Marked text={excerptOf(comment, search)} search={search} />
      ) : null,
    compact: 'line',
  },
  {
    title: t.columns.rating,
    text: ({ rating }) => t.stars(rating),
    cell: ({ rating }) => <Stars rating={rating} />,
    width: 96,
    roomy: true,
    compact: 'line',
  },
  {
    title: t.columns.date,
    text: ({ createdAt }) => dayOf(createdAt),
    width: 104,
    numeric: true,
    sort: 'createdAt',
  },
  {
    title: t.columns.status,
    text: ({ status, deletedAt }) =>
      deletedAt ? t.deletedOn(dayOf(deletedAt)) : t.statuses[status],
    cell: ({ status, deletedAt }) =>
      deletedAt ? (
        <span className={css.deleted}>{t.deletedOn(dayOf(deletedAt))}</span>
      ) : (
        <StatusBadge tone={tones[status]}>{t.statuses[status]}</StatusBadge>
      ),
    width: 136,
  },
];

/** The list of reviews. */
export const reviewsList = defineList({
  area: 'reviews',
  path: '/feedbacks',
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
    href: (id, row) => (row?.deletedAt ? undefined : `/feedback/${id}`),
    subdued: ({ status }) => status === 'rejected',
  },
  selection: SelectionActions,
  wholeLimit: ({ body }) => (body.deleted ? 0 : mostAtOnce),
  texts: { title: t.title, empty: t.empty },
});
