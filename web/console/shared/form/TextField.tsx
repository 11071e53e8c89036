import { TextInput, type TextInputProps } from '@mantine/core';
import { overLimit } from './limit';
import type { FieldProps } from './useAppForm';

type Own = Pick<
  TextInputProps,
  'label' | 'required' | 'autoComplete' | 'inputMode' | 'placeholder' | 'type' | 'description'
> & {
  readOnly?: boolean;
  autoFocus?: boolean;
  /** Characters. */
  limit?: number;
};

/** One line of text. */
export function TextField({
  note,
  onChange,
  description,
  autoFocus,
  limit,
  error,
  ...rest
}: FieldProps<string> & Own) {
  return (
    <TextInput
      {...rest}
      error={(limit && overLimit(rest.value, limit)) || error}
      data-autofocus={autoFocus || undefined}
      description={note ?? description}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
