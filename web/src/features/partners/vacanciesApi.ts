import { queryOptions, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { answer } from '../../shared/api/answer';
import { http } from '../../shared/api/client';
import { invalidateArea } from '../../shared/api/effects';
import type { components } from '../../shared/api/schema.gen';
import { useChange } from '../../shared/api/useChange';
import { isLink } from '../../shared/form/richText';
import { optionalText, requiredText } from '../../shared/form/schema';
import { t } from './texts';

/** A job that a partner offers. */
export type Vacancy = components['schemas']['PartnersVacancyWire'];

/** Characters that the fields of a vacancy take (contract §8). */
export const longest = { title: 200, link: 2000, description: 2000 };

/** The dialog of a vacancy (spec §5). */
export const vacancySchema = v.object({
  title: requiredText(longest.title),
  link: v.pipe(requiredText(longest.link), v.check(isLink, t.vacancies.linkWrong)),
  description: optionalText(longest.description),
});

type VacancyValues = v.InferOutput<typeof vacancySchema>;

/** The vacancies of a partner: all of them. */
export const vacanciesQuery = (uuidPartner: string) =>
  queryOptions({
    queryKey: ['partners', 'vacancies', uuidPartner],
    queryFn: ({ signal }) =>
      answer(http.GET('/v1/vacancies/{uuid}', { params: { path: { uuid: uuidPartner } }, signal })),
  });

type Added = { uuidPartner: string; vacancy: VacancyValues; key: string };

/** Adds a vacancy. */
export function useAddVacancy() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ uuidPartner, vacancy, key }: Added) =>
      answer(
        http.POST('/v1/vacancies', {
          params: { header: { 'Idempotency-Key': key } },
          body: { uuidPartner, vacancy },
        }),
      ),
    meta: { errors: 'form' },
    onSuccess: () => invalidateArea(client, 'partners'),
  });
}

/** Changes a vacancy. */
export function useSaveVacancy() {
  const client = useQueryClient();
  return useChange({
    mutationFn: ({ uuidVacancy, vacancy }: { uuidVacancy: string; vacancy: VacancyValues }) =>
      answer(
        http.PUT('/v1/vacancies/{uuid}', {
          params: { path: { uuid: uuidVacancy } },
          body: vacancy,
        }),
      ),
    meta: { errors: 'form' },
    onSuccess: () => invalidateArea(client, 'partners'),
  });
}

/** Deletes a vacancy. */
export function useDeleteVacancy() {
  const client = useQueryClient();
  return useChange({
    mutationFn: (uuid: string) =>
      answer(http.DELETE('/v1/vacancies/{uuid}', { params: { path: { uuid } } })),
    onSettled: () => invalidateArea(client, 'partners'),
  });
}
