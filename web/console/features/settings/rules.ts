import * as v from 'valibot';
import type { Problem } from '../../../kit/api/problem';
import {
  type FormErrors,
  formRules,
  optionalPhone,
  optionalText,
  requiredText,
  wholeForm,
} from '../../shared/form/schema';
import { t } from './texts';

/** Maximum lengths (rules 12.5). */
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

/** The form of a new password (rules 5.13, 5.14). */
export const passwordSchema = formRules<{
  oldPassword: string;
  newPassword: string;
  repeat: string;
}>(({ oldPassword, newPassword, repeat }) => {
  const errors: FormErrors = {};
  if (oldPassword.length < shortestOld) errors.oldPassword = t.password.wrong;
  if (newPassword.length < shortestNew) errors.newPassword = t.password.short;
  else if (newPassword !== repeat) errors.repeat = t.password.mismatch;
  return errors;
});

/** The errors of a refused password change (rules 5.13, 5.14). */
export function passwordRefusal(problem: Problem): FormErrors | undefined {
  if (problem.status === 401) return { oldPassword: t.password.wrong };
  if (problem.status === 422) return { newPassword: problem.detail || t.password.broken };
  return { [wholeForm]: (problem.status === 429 && problem.detail) || t.password.broken };
}

const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Whether a link is safe to show as one (rules 7.14). */
export const isSafeLink = (link: string) =>
  URL.canParse(link) && schemes.has(new URL(link).protocol);

/** The form of the messenger link. */
export const linkSchema = v.object({
  settingLink: v.pipe(
    requiredText(limits.link, t.messenger.required),
    v.check(isSafeLink, t.messenger.bad),
  ),
});
