import { type Column, defineList } from '../../shared/list/define';
import { excerptOf } from '../../shared/list/highlight';
import { Marked } from '../../shared/list/Marked';
import { AddButton } from './AddButton';
import { type Category, listQuestions, type Question, questionNeighbours } from './api';
import { Categories } from './Categories';
import { dayOf, ownerOf } from './rules';
import { SelectionActions } from './SelectionActions';
import { t } from './texts';
import { universityFilter } from './universityFilter';
import { Votes } from './Votes';

const question: Column<Question> = {
  title: t.columns.question,
  text: (row) => row.question,
  marked: true,
  sort: 'question',
  // What was searched for may stand in the answer alone: then it is shown where.
  under: ({ answer }, search) =>
    search && <Marked text={excerptOf(answer, search)} search={search} />,
};
const creator: Column<Question> = {
  title: t.columns.creator,
  text: ownerOf,
  width: '14%',
  narrow: 124,
};
const statistics: Column<Question> = {
  title: t.columns.statistics,
  text: ({ votes_plus, votes_minus }) => t.votes.both(votes_plus, votes_minus),
  cell: ({ votes_plus, votes_minus }) => <Votes plus={votes_plus} minus={votes_minus} />,
  width: 180,
  narrow: 156,
  compact: 'line',
};
const total: Column<Question> = {
  title: t.columns.total,
  text: ({ votes_all }) => String(votes_all),
  width: 88,
  narrow: 76,
  numeric: true,
  sort: 'votes_all',
  compact: 'none',
};
const date: Column<Question> = {
  title: t.columns.date,
  text: ({ created_at }) => dayOf(created_at),
  width: 112,
  narrow: 104,
  numeric: true,
  sort: 'created_at',
};

const shelf = (categories: readonly Category[]): Column<Question> => {
  const names = new Map(categories.map(({ uuidCategory, name }) => [uuidCategory, name]));
  return {
    title: t.columns.category,
    text: ({ uuid_category }) => names.get(uuid_category) ?? '',
    width: '17%',
    narrow: 128,
  };
};

const sort = {
  created_at: { label: t.sort.date, first: 'DESC' },
  votes_all: { label: t.sort.votes, first: 'DESC' },
  question: { label: t.sort.question, first: 'ASC' },
} as const;

/** Questions of one category, or of all when none is named: then the categories stand until something is searched for. */
export function questionsList(categories: readonly Category[], category?: Category) {
  const uuid = category?.uuidCategory;
  return defineList({
    area: 'knowledge',
    path: uuid ? `/knowledge/${uuid}` : '/knowledge',
    back: uuid && '/knowledge',
    idle: uuid ? undefined : Categories,
    fetch: (query, signal) => listQuestions(uuid, query, signal),
    neighbours:
      uuid === undefined
        ? undefined
        : (id, query, signal) => questionNeighbours(uuid, id, query, signal),
    pageSize: 15,
    sort,
    filters: { uuidUniversity: universityFilter },
    columns: [question, shelf(categories), creator, statistics, total, date],
    row: {
      id: ({ uuidQuestion }) => uuidQuestion,
      href: (id, row) => `/knowledge/${uuid ?? row?.uuid_category}/${id}`,
      locked: (row) => !row.can_edit && t.foreign(ownerOf(row)),
    },
    actions: AddButton,
    selection: SelectionActions,
    texts: category ? { title: category.name, ...t.list } : t.found,
  });
}
