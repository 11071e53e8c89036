import type { Problem } from '../../shared/api/problem';
import { type FormErrors, isEmail, ruled, wholeForm } from '../../shared/form/schema';
import { t } from './texts';

// Spec §5.
const shortest = 8;

/** Sign-in (spec §5). */
export const signInSchema = ruled<{ login: string; password: string }>(({ login, password }) => {
  const email = login.trim();
  if (!email && !password) return { login: t.signIn.fillBoth, password: true };
  const errors: FormErrors = {};
  if (!email) errors.login = t.signIn.fillEmail;
  else if (!isEmail(email)) errors.login = t.signIn.badEmail;
  if (!password) errors.password = t.signIn.fillPassword;
  return errors;
});

/** Request of a reset link (spec §5). */
export const requestSchema = ruled<{ login: string }>(({ login }) => {
  if (!login.trim()) return { login: t.request.fill };
  return isEmail(login.trim()) ? {} : { login: t.request.bad };
});

/** New password and its repetition (spec §5). */
export const confirmSchema = ruled<{ password: string; repeat: string }>(({ password, repeat }) => {
  if (password.length < shortest) return { password: t.confirm.short };
  return password === repeat ? {} : { repeat: t.confirm.mismatch };
});

/** Takes out what a reset password may not hold (spec §5): Cyrillic letters and whitespace. */
export const strippedPassword = (typed: string) => typed.replace(/[\p{Script=Cyrillic}\s]/gu, '');

const tooMany = (problem: Problem): FormErrors | undefined =>
  problem.status === 429 && problem.detail ? { [wholeForm]: problem.detail } : undefined;

/** What a refused sign-in says, and where (spec §8). */
export function signInRefusal(problem: Problem): FormErrors {
  if (problem.status === 401) return { password: t.signIn.wrongPassword };
  if (problem.status === 404) return { login: t.signIn.unknown };
  return tooMany(problem) ?? { login: t.signIn.broken, password: t.signIn.broken };
}

/** What a refused reset request says (spec §8). */
export function requestRefusal(problem: Problem): FormErrors {
  if (problem.status === 404) return { login: t.request.unknown };
  return tooMany(problem) ?? { login: t.request.broken };
}

/** What a refused new password says (spec §8); a rule of the server stands under the field. */
export function confirmRefusal(problem: Problem): FormErrors | undefined {
  if (problem.status === 422) return { password: problem.detail || t.confirm.broken };
  return tooMany(problem) ?? { [wholeForm]: t.confirm.broken };
}
