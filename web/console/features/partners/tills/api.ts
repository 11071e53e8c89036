import { queryOptions } from '@tanstack/react-query';
import { answer } from '../../../../kit/api/answer';
import { useDecision } from '../../../shared/api/areaChange';
import { http } from '../../../shared/api/client';

/** Poll interval while an operator waits for a till to be paired (ms). */
const waiting = 3_000;

/** The tills of a trade point, polled while one is being paired. */
export const tillsQuery = (uuidSalePoint: string, isAwaited = false) =>
  queryOptions({
    queryKey: ['partners', 'tills', uuidSalePoint],
    queryFn: ({ signal }) =>
      answer(
        http.GET('/v1/tills/point/{uuidSalePoint}', {
          params: { path: { uuidSalePoint } },
          signal,
        }),
      ),
    refetchInterval: isAwaited ? waiting : false,
  });

/** Creates a code and a link that pair one till with a trade point. */
export const useInviteTill = () =>
  useDecision('partners', (uuidSalePoint: string) =>
    answer(http.POST('/v1/tills/point/{uuidSalePoint}', { params: { path: { uuidSalePoint } } })),
  );

/** Unpairs a till, or withdraws its invitation. */
export const useUnpairTill = () =>
  useDecision('partners', (uuidTill: string) =>
    answer(http.DELETE('/v1/tills/{uuidTill}', { params: { path: { uuidTill } } })),
  );
