import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '../../shared/api/answer';
import { http } from '../../shared/api/client';
import { invalidateArea } from '../../shared/api/effects';
import type { components } from '../../shared/api/schema.gen';
import type { ErrorTexts } from '../../shared/notice/catalogue';
import { refreshSession } from '../../shared/session/refresh';
import { getSession } from '../../shared/session/session';
import { readTokens } from '../../shared/session/storage';
import type { changeOf } from './rules';

/** A faculty with its specialties. */
export type Faculty = components['schemas']['StructureFacultyWire'];

/** The structure of the operator's university. */
export const structureQuery = queryOptions({
  queryKey: ['structure', 'all'],
  queryFn: ({ signal }) => answer(http.GET('/v1/hierarchy', { signal })),
});

// The token says whether there is a structure, and the redirect rules believe the token. So after
// the first faculty and after the last one it is replaced (contract §8).
async function settle(client: QueryClient) {
  await invalidateArea(client, 'structure');
  // What was saved is saved, even if the list does not come: a throw here would be told as a failure.
  const faculties = await client
    .fetchQuery({ ...structureQuery, staleTime: 0 })
    .catch(() => undefined);
  const session = getSession();
  if (!faculties || session.status !== 'in') return;
  if (session.operator.hierarchyFilled === faculties.length > 0) return;
  await refreshSession(readTokens()?.access ?? null);
}

// A refusal names the faculty or the specialty that stands in the way.
const spoken: ErrorTexts = { 409: (problem) => problem.detail };

type Named = { name: string; key: string };

/** Adds a faculty by its name. */
export function useAddFaculty() {
  const client = useQueryClient();
  return useMutation({
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
  return useMutation({
    mutationFn: async (inn: string) => {
      const query = { inn: inn.trim() };
      const found = await answer(http.GET('/v1/univer/import-faculties', { params: { query } }));
      return found.namesDepartments;
    },
    meta: { errors: 'form' },
  });
}

/** Adds several faculties, all or none. */
export function useAddFaculties() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (namesDepartments: string[]) =>
      answer(http.POST('/v1/hierarchy/faculties', { body: { namesDepartments } })),
    meta: { errors: spoken },
    onSuccess: () => settle(client),
  });
}

/** Renames a faculty, renames and adds specialties. */
export function useSaveFaculty() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NonNullable<ReturnType<typeof changeOf>>) =>
      answer(http.PUT('/v1/hierarchy', { body })),
    meta: { errors: 'form' },
    onSuccess: () => settle(client),
  });
}

/** Deletes a faculty that no student belongs to. */
export function useDeleteFaculty() {
  const client = useQueryClient();
  return useMutation({
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
  return useMutation({
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
