import { Textarea } from '@mantine/core';
import { overLimit } from './limit';
import { countCharacters } from './richText';
import { t } from './texts';
import type { FieldProps } from './useAppForm';

type Own = {
  label: string;
  /** Characters; how many are typed is told under the field. */
  limit: number;
  required?: boolean;
  rows?: number;
  placeholder?: string;
};

/** Several lines of plain text. */
export function TextAreaField(props: FieldProps<string> & Own) {
  const { note, onChange, limit, rows = 4, error, ...rest } = props;
  return (
    <Textarea
      {...rest}
      error={overLimit(rest.value, limit) ?? error}
      rows={rows}
      description={note ?? t.rich.count(countCharacters(rest.value), limit)}
      inputWrapperOrder={
        note
          ? ['label', 'description', 'input', 'error']
          : ['label', 'input', 'description', 'error']
      }
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
