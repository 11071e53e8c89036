import { formatDay } from '../../../kit/format/day';
import { shortUniversity } from '../../../kit/format/university';
import { applicationLinks } from '../../shared/links/applications';
import { studentLinks } from '../../shared/links/students';
import { type Column, defineList } from '../../shared/list/define';
import { cityFilter } from '../../shared/list/filters/cities';
import { oneOf } from '../../shared/list/filters/oneOf';
import { twoWay } from '../../shared/list/filters/twoWay';
import { RoundButton } from '../../shared/round/RoundButton';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import {
  applicationNeighbours,
  exportApplications,
  exportStudents,
  findStudentCities,
  listApplications,
  listStudents,
  studentNeighbours,
} from './api';
import { fullName, mostAtOnce, phoneOf, type Status, standingOf } from './rules';
import { SelectionActions } from './SelectionActions';
import { t } from './texts';
import type { Row } from './wire';

const isInactive = ({ status }: Row) => status === 'blocked' || status === 'rejected';

const name: Column<Row> = {
  title: t.columns.name,
  text: fullName,
  marked: true,
  width: [130, 380],
  sort: 'surname',
  // Colour alone is not accessible: the status is also written next to the name.
  after: ({ status, endEducation }) => {
    const { tone, short } = standingOf(status, endEducation);
    return (tone === 'red' || tone === 'grey') && <StatusBadge tone={tone}>{short}</StatusBadge>;
  },
};
const faculty: Column<Row> = {
  title: t.columns.faculty,
  text: ({ nameFaculty }) => nameFaculty ?? '',
  width: [90, 330],
  compact: 'line',
};
const seesAll: Column<Row>['shownTo'] = ({ role }) => role === 'operator_all';
const university: Column<Row> = {
  title: t.columns.university,
  text: ({ nameUniversity }) => nameUniversity,
  cell: ({ nameUniversity }) => shortUniversity(nameUniversity),
  width: [60, 112],
  shownTo: seesAll,
};
const city: Column<Row> = {
  title: t.columns.city,
  text: ({ nameCity }) => nameCity,
  width: [100, 140],
  from: 'unfolded',
  shownTo: seesAll,
  compact: 'none',
};
const applied: Column<Row> = {
  title: t.columns.applied,
  text: ({ createdAt }) => formatDay(createdAt),
  width: [92, 108],
  numeric: true,
  sort: 'idStudent',
};
const period: Column<Row> = {
  title: t.columns.period,
  text: ({ startEducation, endEducation }) => `${startEducation}–${endEducation}`,
  width: [84, 108],
  numeric: true,
};
const course: Column<Row> = {
  title: t.columns.course,
  text: (row) => String(row.course),
  compactText: (row) => t.courseOf(row.course),
  width: [64, 72],
  numeric: true,
  sort: 'course',
};
const phone: Column<Row> = {
  title: t.columns.phone,
  text: (row) => phoneOf(row.phone),
  marked: true,
  width: [136, 152],
  numeric: true,
};
const code: Column<Row> = {
  title: t.columns.code,
  text: ({ studentCode }) => studentCode ?? '',
  marked: true,
  width: [100, 128],
  numeric: true,
};

const status = <S extends Status>(a: S, b: S, quick?: Record<S, string>) =>
  twoWay<S>(
    t.status,
    [
      [a, t.statuses[a]],
      [b, t.statuses[b]],
    ],
    quick,
  );

const sorts = {
  idStudent: { label: t.sort.date, first: 'DESC' },
  surname: { label: t.sort.name, first: 'ASC' },
  course: { label: t.sort.course, first: 'ASC' },
} as const;

const row = { id: ({ uuidUser }: Row) => uuidUser, subdued: isInactive };

/** The list of students (rules 6.6). */
export const studentsList = defineList({
  area: 'students',
  path: studentLinks.list(),
  fetch: listStudents,
  neighbours: studentNeighbours,
  pageSize: 15,
  sort: { ...sorts, nameFaculty: { label: t.sort.faculty, first: 'ASC' } },
  filters: {
    status: status<'active' | 'blocked'>('active', 'blocked'),
    cities: cityFilter({ key: 'students', find: findStudentCities }),
  },
  columns: [
    name,
    { ...faculty, sort: 'nameFaculty' },
    university,
    city,
    period,
    course,
    phone,
    // With the universities and cities, a desktop has no room for it.
    { ...applied, from: 'wide', shownTo: seesAll, compact: 'none' },
    { ...applied, from: 'unfolded', shownTo: (operator) => !seesAll(operator), compact: 'none' },
  ],
  row: { ...row, href: (uuidUser) => studentLinks.card({ uuidUser }) },
  exported: { start: exportStudents, personal: true },
  texts: t.students.list,
});

const longWaiting = oneOf<'3'>(t.waiting.title, { all: t.waiting.any, words: t.waiting.words });

// The server expects a number of days.
const waiting = {
  ...longWaiting,
  body: (value: '3' | null) => (value ? Number(value) : undefined),
};

/** The list of applications (rules 6.6). */
export const applicationsList = defineList({
  area: 'applications',
  path: applicationLinks.list(),
  fetch: listApplications,
  neighbours: applicationNeighbours,
  pageSize: 15,
  sort: sorts,
  filters: {
    status: status<'moderation' | 'rejected'>('moderation', 'rejected', t.quick),
    waitingDays: waiting,
  },
  columns: [
    name,
    faculty,
    { ...university, from: 'unfolded' },
    { ...city, from: 'wide' },
    course,
    phone,
    code,
    applied,
  ],
  row: { ...row, href: (uuidUser) => applicationLinks.card({ uuidUser }) },
  selection: SelectionActions,
  allFoundLimit: () => mostAtOnce,
  // Rejected ones are decided already.
  actions: ({ query, total }) => (
    <RoundButton
      to={applicationLinks.round()}
      disabled={total === 0 || query.body.status === 'rejected'}
    />
  ),
  exported: { start: exportApplications, personal: true },
  texts: t.applications.list,
});
