import type { Problem } from '../../../../kit/api/problem';
import { type FormErrors, formRules } from '../../../shared/form/schema';
import { t } from './texts';

/** The form of a code (rules 26.7). */
export const secondSchema = formRules<{ code: string }>(({ code }) =>
  code.trim() ? {} : { code: t.second.fill },
);

/** The errors of a refused code. */
export function secondRefusal(problem: Problem): FormErrors {
  const [first] = problem.errors;
  return { code: first?.message ?? (problem.detail || t.second.broken) };
}
