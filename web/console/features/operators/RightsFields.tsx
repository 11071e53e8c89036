import { Checkbox, Skeleton } from '@mantine/core';
import type { Role } from '../../shared/access/access.gen';
import type { Choice } from '../../shared/form/choice';
import { SelectField } from '../../shared/form/SelectField';
import { t as form } from '../../shared/form/texts';
import type { FieldProps } from '../../shared/form/useAppForm';
import { useOperator } from '../../shared/session/session';
import { lazily } from '../../shared/ui/lazily';
import { grantable, isOfProgramme } from './rules';
import { t } from './texts';

// Lazy: only the programme's administrators choose a university, and the search field is large.
const UniversityField = lazily(
  () => import('../../shared/university/UniversityField').then((file) => file.UniversityField),
  { waiting: <Skeleton height={72} /> },
);

type Fields = {
  role: FieldProps<Role>;
  isAdmin: FieldProps<boolean>;
  isChairman: FieldProps<boolean>;
  uuidUniversity: FieldProps<string>;
};

function Flag({
  field,
  label,
  hint,
}: {
  field: FieldProps<boolean>;
  label: string;
  hint?: string;
}) {
  return (
    <Checkbox
      name={field.name}
      label={label}
      description={field.note ? form.changedElsewhere : hint}
      checked={field.value}
      onChange={(event) => field.onChange(event.currentTarget.checked)}
    />
  );
}

/** Role, flags and university, as far as the caller may give them (rules 26.2). */
export function RightsFields({ fields, stored }: { fields: Fields; stored?: Choice }) {
  const caller = useOperator();
  const { role, isAdmin, isChairman, uuidUniversity } = fields;
  return (
    <>
      <SelectField
        {...role}
        label={t.rights.role}
        options={grantable(caller)}
        onChange={(value) => role.onChange(value as Role)}
      />
      {isOfProgramme(caller) && (
        <>
          <UniversityField {...uuidUniversity} stored={stored} />
          <Flag field={isAdmin} label={t.rights.admin} hint={t.rights.adminHint} />
          {role.value !== 'chairman' && <Flag field={isChairman} label={t.rights.chairman} />}
        </>
      )}
    </>
  );
}
