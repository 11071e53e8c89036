import type { Problem } from '../../../kit/api/problem';
import { type FormErrors, formRules, isEmail, wholeForm } from '../../shared/form/schema';
import { t } from './texts';

/** Minimum length of a password (rules 5.13). */
export const shortest = 8;

/** The sign-in form (rules 5.10). */
export const signInSchema = formRules<{ login: string; password: string }>(
  ({ login, password }) => {
    const email = login.trim();
    if (!email && !password) return { login: t.signIn.fillBoth, password: true };
    const errors: FormErrors = {};
    if (!email) errors.login = t.signIn.fillEmail;
    else if (!isEmail(email)) errors.login = t.signIn.badEmail;
    if (!password) errors.password = t.signIn.fillPassword;
    return errors;
  },
);

/** The form that requests a reset link (rules 5.11). */
export const requestSchema = formRules<{ login: string }>(({ login }) => {
  if (!login.trim()) return { login: t.request.fill };
  return isEmail(login.trim()) ? {} : { login: t.request.bad };
});

/** The form of a new password (rules 5.13). */
export const confirmSchema = formRules<{ password: string; repeat: string }>(
  ({ password, repeat }) => {
    if (password.length < shortest) return { password: t.confirm.short };
    return password === repeat ? {} : { repeat: t.confirm.mismatch };
  },
);

/** Removes Cyrillic letters and whitespace, which a password must not have (rules 5.13). */
export const strippedPassword = (typed: string) => typed.replace(/[\p{Script=Cyrillic}\s]/gu, '');

const rateLimited = (problem: Problem): FormErrors | undefined =>
  problem.status === 429 && problem.detail ? { [wholeForm]: problem.detail } : undefined;

/** The errors of a refused sign-in (rules 5.10). */
export function signInRefusal(problem: Problem): FormErrors {
  if (problem.status === 401) return { password: t.signIn.wrongPassword };
  if (problem.status === 404) return { login: t.signIn.unknown };
  return rateLimited(problem) ?? { login: t.signIn.broken, password: t.signIn.broken };
}

/** The errors of a refused reset request (rules 5.11). */
export function requestRefusal(problem: Problem): FormErrors {
  if (problem.status === 404) return { login: t.request.unknown };
  return rateLimited(problem) ?? { login: t.request.broken };
}

/** The errors of a refused new password; a 422 is shown at the field (rules 5.13). */
export function confirmRefusal(problem: Problem): FormErrors | undefined {
  if (problem.status === 422) return { password: problem.detail || t.confirm.broken };
  return rateLimited(problem) ?? { [wholeForm]: t.confirm.broken };
}
