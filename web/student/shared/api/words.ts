import { asProblem, unexpected, unreachable } from '../../../kit/api/problem';
import { t } from '../texts';

/** The text of a failure: the server's message if there is one. */
export function inWords(thrown: unknown): string {
  const { status, waited, detail, number } = asProblem(thrown);
  if (status === unreachable) return waited ? t.problems.slow : t.problems.offline;
  if (status === unexpected) return t.problems.unexpected;
  if (detail && status < 500) return detail;
  return number ? `${t.problems.other} ${t.problems.number(number)}` : t.problems.other;
}

/** The messages of a 422 by field; empty for other failures. */
export const byField = (thrown: Error | null): Record<string, string> =>
  thrown === null
    ? {}
    : Object.fromEntries(asProblem(thrown).errors.map(({ field, message }) => [field, message]));
