import { type Column, defineList } from '../../shared/list/define';
import { cityFilter } from '../../shared/list/filters/cities';
import { twoWay } from '../../shared/list/filters/twoWay';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import {
  applicationNeighbours,
  findStudentCities,
  listApplications,
  listStudents,
  type Row,
  studentNeighbours,
} from './api';
import { ExportButton } from './ExportButton';
import { fullName, phoneOf, type Status, tones } from './rules';
import { t } from './texts';

const stepsBack = ({ status }: Row) => status === 'blocked' || status === 'rejected';

const name: Column<Row> = {
  title: t.columns.name,
  text: fullName,
  marked: true,
  width: '38%',
  sort: 'surname',
  // Colour is never the only sign: the word stands beside the name.
  after: (row) =>
    stepsBack(row) && (
      <StatusBadge tone={tones[row.status]}>{t.shortStatuses[row.status]}</StatusBadge>
    ),
};
const faculty: Column<Row> = {
  title: t.columns.faculty,
  text: ({ nameFaculty }) => nameFaculty ?? '',
  compact: 'line',
};
const period: Column<Row> = {
  title: t.columns.period,
  text: ({ startEducation, endEducation }) => `${startEducation}–${endEducation}`,
  width: 108,
  numeric: true,
};
const course: Column<Row> = {
  title: t.columns.course,
  text: (row) => String(row.course),
  compactText: (row) => t.courseOf(row.course),
  width: 68,
  numeric: true,
  sort: 'course',
};
const phone: Column<Row> = {
  title: t.columns.phone,
  text: (row) => phoneOf(row.phone),
  marked: true,
  width: 152,
  numeric: true,
};
const code: Column<Row> = {
  title: t.columns.code,
  text: ({ studentCode }) => studentCode ?? '',
  marked: true,
  width: 124,
  numeric: true,
};

const status = <A extends Status, B extends Status>(a: A, b: B) =>
  twoWay<A | B>(t.status, [
    [a, t.statuses[a]],
    [b, t.statuses[b]],
  ]);

const sorts = {
  idStudent: { label: t.sort.date, first: 'DESC' },
  surname: { label: t.sort.name, first: 'ASC' },
  course: { label: t.sort.course, first: 'ASC' },
} as const;

const row = { id: ({ uuidUser }: Row) => uuidUser, subdued: stepsBack };

/** The list of students (spec §2.4). */
export const studentsList = defineList({
  area: 'students',
  path: '/',
  fetch: listStudents,
  neighbours: studentNeighbours,
  pageSize: 15,
  sort: { ...sorts, nameFaculty: { label: t.sort.faculty, first: 'ASC' } },
  filters: {
    status: status('active', 'blocked'),
    cities: cityFilter({ key: 'students', find: findStudentCities }),
  },
  columns: [name, { ...faculty, sort: 'nameFaculty' }, period, course, phone],
  row: { ...row, href: (id) => `/card/${id}` },
  actions: ExportButton,
  texts: t.students.list,
});

/** The list of applications (spec §2.7). */
export const applicationsList = defineList({
  area: 'applications',
  path: '/application',
  fetch: listApplications,
  neighbours: applicationNeighbours,
  pageSize: 15,
  sort: sorts,
  filters: { status: status('moderation', 'rejected') },
  columns: [name, faculty, course, phone, code],
  row: { ...row, href: (id) => `/application/card/${id}` },
  texts: t.applications.list,
});
