import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { answer } from '../../shared/api/answer';
import { http } from '../../shared/api/client';
import { invalidateArea, waitBriefly } from '../../shared/api/effects';
import type { components } from '../../shared/api/schema.gen';
import { useChange } from '../../shared/api/useChange';
import type { ErrorTexts } from '../../shared/notice/catalogue';
import { refreshSession } from '../../shared/session/refresh';
import { getSession } from '../../shared/session/session';
import { readTokens } from '../../shared/session/storage';
import type { changeOf } from './rules';
import { t } from './texts';

/** A faculty with its specialties. */
export type Faculty = components['schemas']['StructureFacultyWire'];

/** The structure of the operator's university. */
export const structureQuery = queryOptions({
  queryKey: ['structure', 'all'],
  queryFn: ({ signal }) => answer(http.GET('/v1/hierarchy', { signal })),
});

// The token says whether there is a structure, and the redirect rules believe the token. So after
// the first faculty and after the last one it is replaced (contract §8).
async function renewToken(client: QueryClient) {
  const faculties = await client.fetchQuery({ ...structureQuery, staleTime: 0 });
  const session = getSession();
  if (session.status !== 'in' || session.operator.hierarchyFilled === faculties.length > 0) return;
  await refreshSession(readTokens()?.access ?? null);
}

function settle(client: QueryClient) {
  void invalidateArea(client, 'structure');
  return waitBriefly(renewToken(client)); // shares the refetch just started
}

// A refusal names the faculty or the specialty that stands in the way.
const spoken: ErrorTexts = { 409: (problem) => problem.detail };

/** A failed import is told both under the field and by a notification (spec §8). */
export const unknownInn: ErrorTexts = { 404: t.adding.unknown };

type Named = { name: string; key: string };

/** Adds a faculty by its name. */
export function useAddFaculty() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ name, key }: Named) =>
      answer(
        http.POST('/v1/hierarchy/faculty', {
          params: { header: { 'Idempotency-Key': key } },
          body: { nameDepartment: name },
        }),
      ),
    meta: { errors: 'form' },
    onSuccess: () => settle(client),
  });
}

/** Names of faculties that the catalogue has for an ИНН and the university has not. */
export function useFindFaculties() {
  return useChange({
    mutationFn: async (inn: string) => {
      const query = { inn: inn.trim() };
      const found = await answer(http.GET('/v1/univer/import-faculties', { params: { query } }));
      return found.namesDepartments;
    },
    meta: { errors: unknownInn },
  });
}

/** Adds several faculties, all or none. */
export function useAddFaculties() {
  const client = useQueryClient();
  return useChange({
    mutationFn: (namesDepartments: string[]) =>
      answer(http.POST('/v1/hierarchy/faculties', { body: { namesDepartments } })),
    meta: { errors: spoken },
    onSuccess: () => settle(client),
  });
}

/** Renames a faculty, renames and adds specialties. */
export function useSaveFaculty() {
  const client = useQueryClient();
  return useChange({
    mutationFn: (body: NonNullable<ReturnType<typeof changeOf>>) =>
      answer(http.PUT('/v1/hierarchy', { body })),
    meta: { errors: 'form' },
    onSuccess: () => settle(client),
  });
}

/** Deletes a faculty that no student belongs to. */
export function useDeleteFaculty() {
  const client = useQueryClient();
  return useChange({
    mutationFn: (uuidFaculty: string) =>
      answer(
        http.DELETE('/v1/hierarchy/faculty/{uuidFaculty}', { params: { path: { uuidFaculty } } }),
      ),
    meta: { errors: spoken },
    onSuccess: () => settle(client),
  });
}

/** Deletes a specialty that no student studies. */
export function useDeleteSpecialty() {
  const client = useQueryClient();
  return useChange({
    mutationFn: (uuidSpecialty: string) =>
      answer(
        http.DELETE('/v1/hierarchy/specialty/{uuidSpecialty}', {
          params: { path: { uuidSpecialty } },
        }),
      ),
    meta: { errors: spoken },
    onSuccess: () => settle(client),
  });
}
