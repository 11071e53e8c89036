import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { useChange } from '../../../kit/api/useChange';
import { conflictText } from '../../shared/api/areaChange';
import { http } from '../../shared/api/client';
import { invalidateArea, waitBriefly } from '../../shared/api/effects';
import type { ErrorTexts } from '../../shared/notice/catalogue';
import { refreshSession } from '../../shared/session/refresh';
import { getSession } from '../../shared/session/session';
import { readTokens } from '../../shared/session/storage';
import type { FacultyChange } from './rules';
import { t } from './texts';

/** The structure of the operator's university. */
export const structureQuery = queryOptions({
  queryKey: ['structure', 'all'],
  queryFn: ({ signal }) => answer(http.GET('/v1/hierarchy', { signal })),
});

// The redirects rely on the token's hierarchyFilled, so the first faculty and the removal of the last one need a new
// token (rules 12.4).
async function renewToken(client: QueryClient) {
  const faculties = await client.fetchQuery({ ...structureQuery, staleTime: 0 });
  const session = getSession();
  if (session.status !== 'in' || session.operator.hierarchyFilled === faculties.length > 0) return;
  await refreshSession(readTokens()?.access ?? null);
}

/** Changes the structure, refetches it and renews the token if needed. */
function useStructureChange<T, V>(send: (variables: V) => Promise<T>, errors: ErrorTexts | 'form') {
  const client = useQueryClient();
  return useChange({
    mutationFn: send,
    meta: { errors },
    onSuccess: () => {
      void invalidateArea(client, 'structure');
      return waitBriefly(renewToken(client)); // shares the refetch just started
    },
  });
}

/** Texts of a failed search by ИНН: shown both under the field and as a notification (rules 12.2). */
export const unknownInn: ErrorTexts = { 404: t.adding.unknown };

/** Adds a faculty by its name. */
export const useAddFaculty = () =>
  useStructureChange(
    ({ name, key }: { name: string; key: string }) =>
      answer(
        http.POST('/v1/hierarchy/faculty', {
          params: { header: { 'Idempotency-Key': key } },
          body: { nameDepartment: name },
        }),
      ),
    'form',
  );

/** Finds the faculties that the catalogue has for an ИНН and the university does not. */
export const useFindFaculties = () =>
  useChange({
    mutationFn: async (inn: string) => {
      const query = { inn: inn.trim() };
      const found = await answer(http.GET('/v1/univer/import-faculties', { params: { query } }));
      return found.namesDepartments;
    },
    meta: { errors: unknownInn },
  });

/** Adds several faculties, all or none. */
export const useAddFaculties = () =>
  useStructureChange(
    (namesDepartments: string[]) =>
      answer(http.POST('/v1/hierarchy/faculties', { body: { namesDepartments } })),
    conflictText,
  );

/** Renames a faculty; renames and adds specialties. */
export const useSaveFaculty = () =>
  useStructureChange((body: FacultyChange) => answer(http.PUT('/v1/hierarchy', { body })), 'form');

/** Deletes a faculty that has no students. */
export const useDeleteFaculty = () =>
  useStructureChange(
    (uuidFaculty: string) =>
      answer(
        http.DELETE('/v1/hierarchy/faculty/{uuidFaculty}', { params: { path: { uuidFaculty } } }),
      ),
    conflictText,
  );

/** Deletes a specialty that has no students. */
export const useDeleteSpecialty = () =>
  useStructureChange(
    (uuidSpecialty: string) =>
      answer(
        http.DELETE('/v1/hierarchy/specialty/{uuidSpecialty}', {
          params: { path: { uuidSpecialty } },
        }),
      ),
    conflictText,
  );
