import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import type { Choice } from './choice';
import type { FieldProps } from './useAppForm';

type Own = {
  label: string;
  options: readonly Choice[];
  required?: boolean;
  disabled?: boolean;
  description?: string;
};

/** Replaces values by labels in the note about another operator's change. */
export const noteInWords = (note: string | undefined, options: readonly Choice[]) =>
  options.reduce(
    (text, { value, label }) => (value === '' ? text : text?.replace(value, label)),
    note,
  );

/** A native select. */
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
