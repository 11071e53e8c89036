import { queryOptions } from '@tanstack/react-query';
import { answer } from '../../../../kit/api/answer';
import { useDecision, useFormChange } from '../../../shared/api/areaChange';
import { http } from '../../../shared/api/client';

/** The phone that shows a student's card. */
export const deviceQuery = (uuidUser: string) =>
  queryOptions({
    queryKey: ['students', 'device', uuidUser],
    queryFn: ({ signal }) =>
      answer(http.GET('/v1/student/{uuidUser}/device', { params: { path: { uuidUser } }, signal })),
  });

/** Ends the phone that shows a student's card: the next one gets it. */
export const useResetDevice = () =>
  useDecision('students', (uuidUser: string) =>
    answer(http.DELETE('/v1/student/{uuidUser}/device', { params: { path: { uuidUser } } })),
  );

/** Parts a student from the account of the app; an empty number is not known. */
export const useUnbind = () =>
  useFormChange('students', ({ uuidUser, phone }: { uuidUser: string; phone: string }) =>
    answer(
      http.PUT('/v1/student/{uuidUser}/account/unbind', {
        params: { path: { uuidUser } },
        body: phone ? { phone } : {},
      }),
    ),
  );
