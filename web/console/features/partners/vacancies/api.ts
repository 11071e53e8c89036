import { queryOptions } from '@tanstack/react-query';
import { answer } from '../../../../kit/api/answer';
import { useDecision, useFormChange } from '../../../shared/api/areaChange';
import type { Body, Complete } from '../../../shared/api/body';
import { http } from '../../../shared/api/client';
import type { VacancyChange } from './rules';

/** All vacancies of a partner. */
export const vacanciesQuery = (uuidPartner: string) =>
  queryOptions({
    queryKey: ['partners', 'vacancies', uuidPartner],
    queryFn: ({ signal }) =>
      answer(http.GET('/v1/vacancies/{uuid}', { params: { path: { uuid: uuidPartner } }, signal })),
  });

const bodyOf = ({ title, link, description }: VacancyChange) =>
  ({ title, link, description }) satisfies Complete<Body<'/v1/vacancies/{uuid}', 'put'>>;

type NewVacancy = { uuidPartner: string; change: VacancyChange; key: string };

/** Adds a vacancy. */
export const useAddVacancy = () =>
  useFormChange('partners', ({ uuidPartner, change, key }: NewVacancy) =>
    answer(
      http.POST('/v1/vacancies', {
        params: { header: { 'Idempotency-Key': key } },
        body: { uuidPartner, vacancy: bodyOf(change) },
      }),
    ),
  );

/** Saves a vacancy. */
export const useSaveVacancy = () =>
  useFormChange(
    'partners',
    ({ uuidVacancy, change }: { uuidVacancy: string; change: VacancyChange }) =>
      answer(
        http.PUT('/v1/vacancies/{uuid}', {
          params: { path: { uuid: uuidVacancy } },
          body: bodyOf(change),
        }),
      ),
  );

/** Deletes a vacancy. */
export const useDeleteVacancy = () =>
  useDecision('partners', (uuid: string) =>
    answer(http.DELETE('/v1/vacancies/{uuid}', { params: { path: { uuid } } })),
  );
