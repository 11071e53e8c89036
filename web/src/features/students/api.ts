import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer, wholeAnswer } from '../../shared/api/answer';
import { http } from '../../shared/api/client';
import { invalidateArea } from '../../shared/api/effects';
import type { components } from '../../shared/api/schema.gen';
import { useChange } from '../../shared/api/useChange';
import { asPage, type ListQuery } from '../../shared/list/query';
import type { StudentChange } from './rules';

type Schemas = components['schemas'];

/** A row of the lists of students and applications. */
export type Row = Schemas['StudentsRowWire'];

/** A student's card. */
export type Student = Schemas['StudentsCardWire'];

/** A faculty with its specialties. */
export type Faculty = Schemas['StructureFacultyWire'];

type Query = Pick<ListQuery, 'header'> & { body: Schemas['StudentsFilterWire'] };

const keys = {
  card: (id: string) => ['students', 'card', id],
  history: (id: string) => ['students', 'history', id],
  faculties: (university: string) => ['structure', 'faculties', university],
};

/** A page of students. */
export const listStudents = ({ header, body }: Query, signal: AbortSignal) =>
  asPage(wholeAnswer(http.PUT('/v1/student', { params: { header }, body, signal })));

/** A page of applications. */
export const listApplications = ({ header, body }: Query, signal: AbortSignal) =>
  asPage(wholeAnswer(http.PUT('/v1/student/request', { params: { header }, body, signal })));

/** Where a student stands in a list. */
export const studentNeighbours = (uuidUser: string, { header, body }: Query, signal: AbortSignal) =>
  answer(
    http.PUT('/v1/student/neighbours/{uuidUser}', {
      params: { header, path: { uuidUser } },
      body,
      signal,
    }),
  );

/** Where an application stands in a list. */
export const applicationNeighbours = (
  uuidUser: string,
  { header, body }: Query,
  signal: AbortSignal,
) =>
  answer(
    http.PUT('/v1/student/request/neighbours/{uuidUser}', {
      params: { header, path: { uuidUser } },
      body,
      signal,
    }),
  );

/** Cities of students, by a part of the name. */
export const findStudentCities = async (searchString: string, signal: AbortSignal) => {
  const found = await answer(
    http.PUT('/v1/univer/filter/cities', { body: { searchString }, signal }),
  );
  return found.map(({ uuidCity, nameCity }) => ({ value: uuidCity, label: nameCity }));
};

/** How many applications wait; the server's word, never below nought (spec §7). */
export const countApplications = async (signal: AbortSignal) => {
  const { countRequests } = await answer(http.GET('/v1/student/request/count', { signal }));
  return Math.max(0, countRequests);
};

/** A student's card with its version: every change of it names the version it was made upon. */
export const cardQuery = (uuidUser: string) =>
  queryOptions({
    queryKey: keys.card(uuidUser),
    queryFn: async ({ signal }) => {
      const { data, headers } = await wholeAnswer(
        http.GET('/v1/student/{uuidUser}', { params: { path: { uuidUser } }, signal }),
      );
      return { student: data, version: headers.get('etag') ?? '' };
    },
  });

/** A card as it was loaded. */
export type Card = { student: Student; version: string };

/** What happened to a student, the latest first. */
export const historyQuery = (uuidUser: string) =>
  queryOptions({
    queryKey: keys.history(uuidUser),
    queryFn: ({ signal }) =>
      answer(http.GET('/v1/audit/student/{uuidUser}', { params: { path: { uuidUser } }, signal })),
  });

/** The faculties of a university. */
export const facultiesQuery = (uuidUniversity: string) =>
  queryOptions({
    queryKey: keys.faculties(uuidUniversity),
    queryFn: ({ signal }) =>
      answer(http.GET('/v1/univer/faculty', { params: { query: { uuidUniversity } }, signal })),
  });

/** A decision about a student or an application. */
type Move = { card: Card; to: 'active' | 'blocked' | 'rejected'; reason?: string };

/** Changes a student's status. Whoever comes second is told what the first one did. */
export function useMove() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ card, to, reason = '' }: Move) =>
      answer(
        http.PUT('/v1/user/status', {
          params: { header: { 'If-Match': card.version } },
          body: { uuidUser: card.student.uuidUser, newStatus: to, reasonText: reason },
        }),
      ),
    meta: { errors: { 409: (problem) => problem.detail } },
    // After a refusal too: the card then shows what was decided meanwhile.
    onSettled: () => invalidateArea(client, 'students'),
  });
}

/** Saves the edit form of a student. */
export function useSaveStudent() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ student, change }: { student: Student; change: StudentChange }) => {
      const { uuidUser, vk, studentInfo } = student;
      return answer(
        http.PUT('/v1/student/{uuidUser}', {
          params: { path: { uuidUser }, header: { 'If-Match': change.version } },
          body: {
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
          },
        }),
      );
    },
    meta: { errors: 'form' },
    onSuccess: () => invalidateArea(client, 'students'),
  });
}

/** Has the rows of a list written to a spreadsheet. */
export const startExport = async ({ header, body }: Query) => {
  const { result } = await answer(
    http.POST('/v2/student/list/file/generate', { params: { header }, body }),
  );
  return result.uuidFile;
};

/** How far a spreadsheet is. */
export const checkExport = (uuidFile: string) =>
  answer(http.GET('/v2/student/list/file/check', { params: { query: { uuidFile } } }));
