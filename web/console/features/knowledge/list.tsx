import { formatDay } from '../../../kit/format/day';
import { shortUniversity } from '../../../kit/format/university';
import { knowledgeLinks } from '../../shared/links/knowledge';
import { type Column, defineList } from '../../shared/list/define';
import { excerptOf } from '../../shared/list/highlight';
import { Marked } from '../../shared/list/Marked';
import { universityFilter } from '../../shared/university/filter';
import { AddButton } from './AddButton';
import { exportQuestions, listQuestions, questionNeighbours } from './api';
import { Categories } from './Categories';
import { ownerOf } from './rules';
import { SelectionActions } from './SelectionActions';
import { t } from './texts';
import { Votes } from './Votes';
import type { Category, Question } from './wire';

const question: Column<Question> = {
  title: t.columns.question,
  text: (row) => row.question,
  marked: true,
  width: [120, '1fr'],
  sort: 'question',
  // The match may be in the answer only: show that part of it.
  under: ({ answer }, search) =>
    search && <Marked text={excerptOf(answer, search)} search={search} />,
};
const creator: Column<Question> = {
  title: t.columns.creator,
  text: ownerOf,
  cell: (row) => shortUniversity(ownerOf(row)),
  width: [84, 128],
};
const statistics: Column<Question> = {
  title: t.columns.statistics,
  text: ({ votes_plus, votes_minus }) => t.votes.both(votes_plus, votes_minus),
  cell: ({ votes_plus, votes_minus }) => <Votes plus={votes_plus} minus={votes_minus} />,
  width: [130, 156],
  compact: 'line',
};
const total: Column<Question> = {
  title: t.columns.total,
  text: ({ votes_all }) => String(votes_all),
  width: [64, 80],
  numeric: true,
  sort: 'votes_all',
  compact: 'none',
};
const date: Column<Question> = {
  title: t.columns.date,
  text: ({ created_at }) => formatDay(created_at),
  width: [92, 104],
  numeric: true,
  sort: 'created_at',
};

const categoryColumn = (categories: readonly Category[]): Column<Question> => {
  const names = new Map(categories.map(({ uuidCategory, name }) => [uuidCategory, name]));
  return {
    title: t.columns.category,
    text: ({ uuid_category }) => names.get(uuid_category) ?? '',
    width: [90, 140],
  };
};

const sort = {
  created_at: { label: t.sort.date, first: 'DESC' },
  votes_all: { label: t.sort.votes, first: 'DESC' },
  question: { label: t.sort.question, first: 'ASC' },
} as const;

/** Questions of one category, or of all categories; the latter shows the categories until something is searched for. */
export function questionsList(categories: readonly Category[], category?: Category) {
  const uuid = category?.uuidCategory;
  return defineList({
    area: 'knowledge',
    path: uuid ? knowledgeLinks.category({ categoryID: uuid }) : knowledgeLinks.categories(),
    back: uuid && knowledgeLinks.categories(),
    idle: uuid ? undefined : Categories,
    fetch: (query, signal) => listQuestions(uuid, query, signal),
    neighbours:
      uuid === undefined
        ? undefined
        : (id, query, signal) => questionNeighbours(uuid, id, query, signal),
    pageSize: 15,
    sort,
    filters: { uuidUniversity: universityFilter },
    columns: [question, categoryColumn(categories), creator, statistics, total, date],
    row: {
      id: ({ uuidQuestion }) => uuidQuestion,
      href: (questionID, row) =>
        knowledgeLinks.question({ categoryID: uuid ?? row?.uuid_category ?? '', questionID }),
      locked: (row) => !row.can_edit && t.foreign(ownerOf(row)),
    },
    exported: { start: (query, purpose) => exportQuestions(uuid, query, purpose) },
    actions: AddButton,
    selection: SelectionActions,
    texts: category ? { title: category.name, ...t.list } : t.found,
  });
}
