import * as v from 'valibot';
import { type FormErrors, formRules, isEmail } from '../../shared/form/schema';
import type { Operator as Caller } from '../../shared/session/token';
import type { StatusTone } from '../../shared/ui/StatusBadge';
import { t } from './texts';
import type { Card, Row } from './wire';

/** Surname, name and patronymic. */
export const fullName = ({
  surname,
  name,
  patronymic,
}: Pick<Row, 'surname' | 'name' | 'patronymic'>) =>
  [surname, name, patronymic].filter(Boolean).join(' ');

/** Colours of the states. */
export const tones: Readonly<Record<Row['status'], StatusTone>> = {
  active: 'green',
  blocked: 'red',
};

/** The role and the flags in words. */
export const rightsOf = ({
  role,
  isAdmin,
  isChairman,
}: Pick<Row, 'role' | 'isAdmin' | 'isChairman'>) =>
  [t.roles[role], isAdmin && t.admin, isChairman && t.chairman].filter(Boolean).join(', ');

/** Whether the caller administers the programme, not one university (rules 26.1). */
export const isOfProgramme = ({ admin, role }: Caller) => admin && role === 'operator_all';

/** The roles that the caller may give (rules 26.2). */
export const grantable = (caller: Caller) =>
  (isOfProgramme(caller)
    ? (['operator_all', 'operator_student', 'operator_univer', 'chairman'] as const)
    : (['operator_student', 'operator_univer'] as const)
  ).map((role) => ({ value: role, label: t.roles[role] }));

const rights = {
  role: v.picklist(['operator_all', 'operator_student', 'operator_univer', 'chairman']),
  isAdmin: v.boolean(),
  isChairman: v.boolean(),
  uuidUniversity: v.pipe(v.string(), v.uuid(t.rights.choose)),
};

/** The form of rights. The version is part of the values: after a 409 and a reload the form must send the new one. */
export const rightsSchema = v.object({ ...rights, version: v.string() });

/** The form values of a card. */
export const valuesOf = ({ operator, version }: Card): v.InferInput<typeof rightsSchema> => ({
  role: operator.role,
  isAdmin: operator.isAdmin,
  isChairman: operator.isChairman,
  uuidUniversity: operator.uuidUniversity,
  version,
});

/** The form of an invitation. */
export const invitationSchema = v.object({
  login: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(t.invitations.emailRequired),
    v.check(isEmail, t.invitations.emailBad),
  ),
  ...rights,
});

/** The form of the policy. */
export const policySchema = formRules<{ requiredOf: string; since: string }>(
  ({ requiredOf, since }) => {
    const errors: FormErrors = {};
    if (requiredOf !== 'nobody' && !since) errors.since = t.policy.sinceRequired;
    return errors;
  },
);
