import { cities } from '../../shared/api/cities';
import { BirthDateField } from '../../shared/ui/BirthDateField';
import { TextField } from '../../shared/ui/Field';
import { PickField } from '../../shared/ui/PickField';
import type { StepProps } from './step';
import { t } from './texts';

/** Step 2: who the applicant is. */
export function PersonStep({ draft, change, wrong }: StepProps) {
  return (
    <>
      <TextField
        label={t.person.surname}
        autoComplete="family-name"
        autoCapitalize="words"
        value={draft.surname}
        onChange={(surname) => change({ surname })}
        error={wrong.surname}
      />
      <TextField
        label={t.person.name}
        autoComplete="given-name"
        autoCapitalize="words"
        value={draft.name}
        onChange={(name) => change({ name })}
        error={wrong.name}
      />
      <TextField
        label={t.person.patronymic}
        optional
        autoComplete="additional-name"
        autoCapitalize="words"
        value={draft.patronymic}
        onChange={(patronymic) => change({ patronymic })}
        error={wrong.patronymic}
      />
      <BirthDateField
        label={t.person.birth}
        value={draft.birthDate}
        onChange={(birthDate) => change({ birthDate })}
        error={wrong.birthDate}
      />
      <PickField
        label={t.person.city}
        value={draft.city}
        onChange={(city) => change({ city })}
        search={cities}
        empty={t.person.cityEmpty}
        placeholder={t.person.citySearch}
        nothing={t.nothing}
        error={wrong.city}
      />
    </>
  );
}
