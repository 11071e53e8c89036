import { PasswordInput } from '@mantine/core';
import type { FieldProps } from './useAppForm';

type Own = {
  label: string;
  autoComplete: 'current-password' | 'new-password';
  description?: string;
  required?: boolean;
};

/** A password with a visibility toggle. */
export function PasswordField({ note, onChange, description, ...rest }: FieldProps<string> & Own) {
  return (
    <PasswordInput
      {...rest}
      aria-invalid={rest.error ? true : undefined} // Mantine omits it in this input
      description={note ?? description}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
