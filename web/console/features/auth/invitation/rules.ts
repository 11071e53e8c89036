import type { Problem } from '../../../../kit/api/problem';
import { type FormErrors, formRules, wholeForm } from '../../../shared/form/schema';
import { shortest } from '../rules';
import { t as auth } from '../texts';
import { t } from './texts';

/** The form of an accepted invitation (rules 5.13, 26.10). */
export const invitationSchema = formRules<{
  surname: string;
  name: string;
  patronymic: string;
  password: string;
  repeat: string;
}>(({ surname, name, password, repeat }) => {
  const errors: FormErrors = {};
  if (!surname.trim()) errors.surname = t.surnameRequired;
  if (!name.trim()) errors.name = t.nameRequired;
  if (password.length < shortest) errors.password = auth.confirm.short;
  else if (password !== repeat) errors.repeat = auth.confirm.mismatch;
  return errors;
});

/** The errors of a refused invitation. */
export function invitationRefusal(problem: Problem): FormErrors | undefined {
  if (problem.status === 422) return undefined;
  return { [wholeForm]: problem.detail || t.broken };
}
