import { NativeSelect } from '@mantine/core';
import type { FieldProps } from './useAppForm';

/** Something to choose: its value and its word. */
export type Choice = { value: string; label: string };

type Own = {
  label: string;
  options: readonly Choice[];
  required?: boolean;
  disabled?: boolean;
  description?: string;
};

/** What somebody else has saved meanwhile, in words instead of values. */
export const noteInWords = (note: string | undefined, options: readonly Choice[]) =>
  options.reduce(
    (text, { value, label }) => (value === '' ? text : text?.replace(value, label)),
    note,
  );

/** One of a few choices. */
export function SelectField(props: FieldProps<string> & Own) {
  const { note, onChange, options, description, ...rest } = props;
  return (
    <NativeSelect
      {...rest}
      data={[...options]}
      description={noteInWords(note, options) ?? description}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
