import '@mantine/core/styles/Combobox.layer.css';
import { Input, NativeSelect, TextInput } from '@mantine/core';
import { useId } from 'react';
import {
  joinMoment,
  parseFinalTime,
  parseTime,
  quarterHours,
  splitMoment,
} from '../../../kit/format/moment';
import { DateField } from './DateField';
import css from './MomentField.module.css';
import { partOf } from './part';
import { t } from './texts';
import type { FieldProps } from './useAppForm';
import { useTyped } from './useTyped';

type Own = {
  label: string;
  required?: boolean;
  description?: string;
  /** yyyy-MM-dd */
  minDate?: string;
};

type TimesProps = { value: string; onChange: (time: string) => void };

/** Times every 15 minutes; another current time is added. */
function Times({ value, onChange }: TimesProps) {
  const times =
    parseTime(value) === value ? [...new Set([...quarterHours, value])].sort() : quarterHours;
  return (
    <NativeSelect
      className={css.times}
      label={t.moment.pick}
      data={[{ value: '', label: t.moment.none }, ...times]}
      value={times.includes(value) ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** A date and a time, Moscow time; the value is 'dd.MM.yyyy HH:mm'. */
export function MomentField(props: FieldProps<string> & Own) {
  const { label, name, value, onChange, error, note, required, description, minDate } = props;
  const id = useId();
  const words = typeof error === 'string' ? error : '';
  const errorId = words ? `${id}-error` : undefined;
  const { date, time } = splitMoment(value);
  const changeTime = (next: string) => onChange(joinMoment(date, next));
  const typed = useTyped({
    value: time,
    onChange: changeTime,
    read: parseTime,
    finish: parseFinalTime,
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a nested fieldset would get the form's fieldset styles
    <div role="group" aria-labelledby={id}>
      <Input.Label id={id} labelElement="div" required={required}>
        {label}
      </Input.Label>
      {(note ?? description) && <Input.Description>{note ?? description}</Input.Description>}
      <div className={css.parts}>
        <DateField
          name={name}
          label={t.moment.date(label)}
          part={{ errorId, below: <Times value={time} onChange={typed.set} /> }}
          value={date}
          onChange={(next) => onChange(joinMoment(next, time))}
          error={Boolean(error)}
          minDate={minDate}
        />
        <TextInput
          {...partOf(t.moment.time(label), Boolean(error), errorId)}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t.moment.placeholder}
          {...typed.input}
          rightSection={<span className={css.zone}>{t.moment.zone}</span>}
          rightSectionWidth={48}
        />
      </div>
      {words && (
        <Input.Error id={errorId} mt={4}>
          {words}
        </Input.Error>
      )}
    </div>
  );
}
