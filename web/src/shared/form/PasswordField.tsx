import { PasswordInput } from '@mantine/core';
import type { FieldProps } from './useAppForm';

type Own = {
  label: string;
  autoComplete: 'current-password' | 'new-password';
  description?: string;
  required?: boolean;
};

/** A password, hidden until asked for. */
export function PasswordField({ note, onChange, description, ...rest }: FieldProps<string> & Own) {
  return (
    <PasswordInput
      {...rest}
      aria-invalid={rest.error ? true : undefined} // left out by Mantine here, unlike in other inputs
      description={note ?? description}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
