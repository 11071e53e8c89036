import { Textarea } from '@mantine/core';
import css from './LongTextField.module.css';
import { overLimit } from './limit';
import { countCharacters } from './richText';
import { t } from './texts';
import type { FieldProps } from './useAppForm';

type Own = {
  label: string;
  /** Characters. */
  limit: number;
  /** Lines that it has while it is empty; it grows with the text. */
  lines?: number;
  required?: boolean;
  autoFocus?: boolean;
};

/** Several lines of text; under them how many characters are left. */
export function LongTextField(props: FieldProps<string> & Own) {
  const { note, onChange, limit, lines = 2, autoFocus, value, error, ...rest } = props;
  return (
    <Textarea
      {...rest}
      error={overLimit(value, limit) ?? error}
      classNames={{ input: css.input, description: css.under }}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={
        <>
          {note && <span className={css.note}>{note}</span>}
          <span className={css.left}>{t.left(Math.max(0, limit - countCharacters(value)))}</span>
        </>
      }
      value={value}
      minRows={lines}
      autosize
      data-autofocus={autoFocus || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
