import { TextInput, type TextInputProps } from '@mantine/core';
import type { FieldProps } from './useAppForm';

type Own = Pick<
  TextInputProps,
  'label' | 'required' | 'autoComplete' | 'inputMode' | 'placeholder' | 'type' | 'description'
> & { readOnly?: boolean; maxLength?: number; autoFocus?: boolean };

/** One line of text. */
export function TextField({
  note,
  onChange,
  description,
  autoFocus,
  ...rest
}: FieldProps<string> & Own) {
  return (
    <TextInput
      {...rest}
      data-autofocus={autoFocus || undefined}
      description={note ?? description}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
