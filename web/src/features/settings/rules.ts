import * as v from 'valibot';
import type { Problem } from '../../shared/api/problem';
import {
  type FormErrors,
  optionalPhone,
  optionalText,
  requiredText,
  ruled,
  wholeForm,
} from '../../shared/form/schema';
import { t } from './texts';

/** Limits of contract §8. */
const limits = { name: 100, job: 200, link: 2000 };

/** The operator's own data. */
export const profileSchema = v.object({
  surname: requiredText(limits.name, t.profile.surnameRequired),
  name: requiredText(limits.name, t.profile.nameRequired),
  patronymic: optionalText(limits.name),
  phone: optionalPhone,
  job: optionalText(limits.job),
});

const shortestOld = 6;
const shortestNew = 8;

/** Change of the password (spec §5). */
export const passwordSchema = ruled<{ oldPassword: string; newPassword: string; repeat: string }>(
  ({ oldPassword, newPassword, repeat }) => {
    const errors: FormErrors = {};
    if (oldPassword.length < shortestOld) errors.oldPassword = t.password.wrong;
    if (newPassword.length < shortestNew) errors.newPassword = t.password.short;
    else if (newPassword !== repeat) errors.repeat = t.password.mismatch;
    return errors;
  },
);

/** What a refused change of the password says, and where (spec §8). */
export function passwordRefusal(problem: Problem): FormErrors | undefined {
  if (problem.status === 401) return { oldPassword: t.password.wrong };
  if (problem.status === 422) return { newPassword: problem.detail || t.password.broken };
  return { [wholeForm]: (problem.status === 429 && problem.detail) || t.password.broken };
}

const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Whether a link may be shown as one (security V7). */
export const isSafeLink = (link: string) =>
  URL.canParse(link) && schemes.has(new URL(link).protocol);

/** The messenger link, when one is given. */
export const linkSchema = v.object({
  settingLink: v.pipe(
    requiredText(limits.link, t.messenger.required),
    v.check(isSafeLink, t.messenger.bad),
  ),
});
