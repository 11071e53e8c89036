import { asProblem, unreachable } from './problem';

/**
 * Retries transient failures once. Not a timeout or a late failure (a server with a hanging database answers after seven
 * seconds): the user has waited already. Not while offline: refetchOnReconnect does it.
 */
export function mayRetry(failures: number, thrown: unknown): boolean {
  const { status, waited } = asProblem(thrown);
  if (failures >= 1 || waited || !navigator.onLine) return false;
  return status === unreachable || status >= 500;
}
