import { queryOptions } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { useDecision, useFormChange } from '../../shared/api/areaChange';
import type { Body, Complete } from '../../shared/api/body';
import { cardQueries, historyQueries, neighboursAt } from '../../shared/api/card';
import { http } from '../../shared/api/client';
import type { components } from '../../shared/api/schema.gen';
import { asPage, type ListQuery } from '../../shared/list/query';
import type { Correctable, StudentChange } from './rules';
import type { Card, Student } from './wire';

type Schemas = components['schemas'];

type Query = Pick<ListQuery, 'header'> & { body: Schemas['StudentsFilterIn'] };

/** A page of students. */
export const listStudents = ({ header, body }: Query, signal: AbortSignal) =>
  asPage(http.PUT('/v1/student', { params: { header }, body, signal }));

/** A page of applications. */
export const listApplications = ({ header, body }: Query, signal: AbortSignal) =>
  asPage(http.PUT('/v1/student/request', { params: { header }, body, signal }));

/** A student's place in a list. */
export const studentNeighbours = neighboursAt('/v1/student/neighbours/{uuidUser}');

/** An application's place in a list. */
export const applicationNeighbours = neighboursAt('/v1/student/request/neighbours/{uuidUser}');

/** Cities of students, by a part of the name; the frequent ones without one. */
export const findStudentCities = async (searchString: string, signal: AbortSignal) => {
  const found = await answer(
    http.PUT('/v1/univer/filter/cities', {
      body: searchString ? { searchString } : { frequent: true },
      signal,
    }),
  );
  return found.map(({ uuidCity, nameCity }) => ({ value: uuidCity, label: nameCity }));
};

/** The number of waiting applications (rules 6.10). */
export const countApplications = async (signal: AbortSignal) => {
  const { countRequests } = await answer(http.GET('/v1/student/request/count', { signal }));
  return Math.max(0, countRequests);
};

/** A student's card. */
export const cardQuery = cardQueries('students', 'student', '/v1/student/{uuidUser}');

/** A student's history. */
export const historyQuery = historyQueries('students', '/v1/audit/student/{uuidUser}');

/** The faculties of a university. */
export const facultiesQuery = (uuidUniversity: string) =>
  queryOptions({
    queryKey: ['structure', 'faculties', uuidUniversity],
    queryFn: ({ signal }) =>
      answer(http.GET('/v1/univer/faculty', { params: { query: { uuidUniversity } }, signal })),
  });

/** A decision about a student or an application. */
type Move = {
  card: Card;
  to: 'active' | 'blocked' | 'rejected';
  reason?: string;
  /** For the student to correct. */
  fields?: Correctable[];
};

const named = (fields: Correctable[]) => (fields.length > 0 ? { fields } : {});

/** Sends a change of a student's status. */
export const sendMove = ({ card, to, reason = '', fields = [] }: Move) =>
  answer(
    http.PUT('/v1/user/status', {
      params: { header: { 'If-Match': card.version } },
      body: {
        uuidUser: card.student.uuidUser,
        newStatus: to,
        reasonText: reason,
        ...named(fields),
      },
    }),
  );

/** Changes a student's status. */
export const useMove = () => useDecision('students', sendMove);

/** Applications one by one, or all that the list has found with the count the operator saw. */
export type Chosen = { uuidUsers: string[] } | { filter: Query['body']; expected: number };

/** A decision about many applications. */
type Verdict = {
  chosen: Chosen;
  to: 'active' | 'rejected';
  reason?: string;
  fields?: Correctable[];
};

/** Approves or rejects a selection, all of it or nothing. */
export const useDecideChosen = () =>
  useDecision(
    'applications',
    ({ chosen, to, reason = '', fields = [] }: Verdict) =>
      answer(
        http.PUT('/v1/student/request/status', {
          body: { ...chosen, newStatus: to, reasonText: reason, ...named(fields) },
        }),
      ),
    // The refetch may remove the selection bar together with its rows; its success notice must come first.
    { background: true },
  );

/** Takes back a decision about one student, or what was decided together. */
export const undoDecision = (body: Body<'/v1/user/status/undo', 'put'>) =>
  answer(http.PUT('/v1/user/status/undo', { body }));

/** What to look at before a decision. */
export const checksQuery = (uuidUser: string) =>
  queryOptions({
    queryKey: ['students', 'checks', uuidUser],
    queryFn: ({ signal }) =>
      answer(http.GET('/v1/student/{uuidUser}/checks', { params: { path: { uuidUser } }, signal })),
  });

/** The applications that follow one in the list, leased to the operator; without it from the beginning. */
export const nextApplications = ({ header, body }: Query, after: string | undefined) =>
  answer(http.PUT('/v1/student/request/next', { params: { header, query: { after } }, body }));

/** Gives the leased applications back to the other operators. */
export const leaveApplications = () => answer(http.DELETE('/v1/student/request/next'));

const saveBody = ({ vk, studentInfo }: Student, change: StudentChange) =>
  ({
    surname: change.surname,
    name: change.name,
    patronymic: change.patronymic,
    birthdate: change.birthdate,
    course: change.course,
    startEducation: change.start,
    endEducation: change.end,
    uuidCity: studentInfo.uuidCity,
    uuidUniversity: studentInfo.uuidUniversity,
    uuidFaculty: change.faculty || undefined,
    uuidSpecialty: change.specialty || undefined,
    photo: change.photo,
    phone: vk ? change.phone : undefined,
  }) satisfies Complete<Body<'/v1/student/{uuidUser}', 'put'>>;

/** Saves the edit form of a student. */
export const useSaveStudent = () =>
  useFormChange('students', ({ student, change }: { student: Student; change: StudentChange }) =>
    answer(
      http.PUT('/v1/student/{uuidUser}', {
        params: { path: { uuidUser: student.uuidUser }, header: { 'If-Match': change.version } },
        body: saveBody(student, change),
      }),
    ),
  );

/** Where a student is moved to; an empty faculty or specialty is not stated. */
type Enrolment = {
  uuidUniversity: string;
  uuidFaculty: string;
  uuidSpecialty: string;
  version: string;
};

/** Moves a student to another university. */
export const useMoveToUniversity = (uuidUser: string) =>
  useFormChange('students', (to: Enrolment) =>
    answer(
      http.PUT('/v1/student/{uuidUser}/university', {
        params: { path: { uuidUser }, header: { 'If-Match': to.version } },
        body: {
          uuidUniversity: to.uuidUniversity,
          uuidFaculty: to.uuidFaculty || null,
          uuidSpecialty: to.uuidSpecialty || null,
        },
      }),
    ),
  );

/** Begins the export of students. */
export const exportStudents = async ({ header, body }: Query, purpose: string) =>
  (
    await answer(
      http.POST('/v1/student/export', { params: { header }, body: { ...body, purpose } }),
    )
  ).uuidExport;

/** Begins the export of applications. */
export const exportApplications = async ({ header, body }: Query, purpose: string) =>
  (
    await answer(
      http.POST('/v1/student/request/export', { params: { header }, body: { ...body, purpose } }),
    )
  ).uuidExport;
