import { Input, TextInput } from '@mantine/core';
import { useId } from 'react';
import { DateField } from './DateField';
import css from './MomentField.module.css';
import { maskTime, momentOf, momentParts } from './moment';
import { t } from './texts';
import type { FieldProps } from './useAppForm';

type Own = {
  label: string;
  required?: boolean;
  description?: string;
  /** yyyy-MM-dd */
  minDate?: string;
};

/** A date and a time of day, Moscow time; kept as 'dd.MM.yyyy HH:mm'. */
export function MomentField(props: FieldProps<string> & Own) {
  const { label, name, value, onChange, error, note, required, description, minDate } = props;
  const id = useId();
  const { date, time } = momentParts(value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be locked and styled as one
    <div role="group" aria-labelledby={id}>
      <Input.Label id={id} labelElement="div" required={required}>
        {label}
      </Input.Label>
      {(note ?? description) && <Input.Description>{note ?? description}</Input.Description>}
      <div className={css.parts}>
        <DateField
          name={name}
          label={t.moment.date(label)}
          hideLabel
          value={date}
          onChange={(next) => onChange(momentOf(next, time))}
          error={Boolean(error)}
          minDate={minDate}
        />
        <TextInput
          aria-label={t.moment.time(label)}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t.moment.placeholder}
          value={time}
          onChange={(event) => onChange(momentOf(date, maskTime(event.currentTarget.value)))}
          error={Boolean(error)}
          rightSection={<span className={css.zone}>{t.moment.zone}</span>}
          rightSectionWidth={48}
        />
      </div>
      {typeof error === 'string' && error && <Input.Error mt={4}>{error}</Input.Error>}
    </div>
  );
}
