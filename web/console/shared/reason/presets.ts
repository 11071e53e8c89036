import { queryOptions, useQuery } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { http } from '../api/client';

/** Decisions whose reasons the programme's administrators edit. */
type Decision = 'student-block' | 'application-reject' | 'partner-block' | 'promotion-block';

const fresh = 60_000; // ms

const presetsQuery = queryOptions({
  queryKey: ['catalog', 'reasons'],
  queryFn: ({ signal }) => answer(http.GET('/v1/reasons', { signal })),
  staleTime: fresh,
  // No reason changes under the finger: keys 1–9 are the first ones (rules 34.7).
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
});

/**
 * The reasons that a dialog offers, loaded with the buttons that open it. Until they are there, and when loading fails, the shipped
 * ones: the server takes any reason (rules 30.6).
 */
export function usePresets(decision: Decision, shipped: readonly string[]): readonly string[] {
  const { data } = useQuery(presetsQuery);
  return data?.find(({ kind }) => kind === decision)?.reasons ?? shipped;
}
