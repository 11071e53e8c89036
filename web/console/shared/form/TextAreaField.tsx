import { Textarea, type TextareaProps } from '@mantine/core';
import { overLimit } from './limit';
import { countCharacters } from './richText';
import css from './TextAreaField.module.css';
import { t } from './texts';
import type { FieldProps } from './useAppForm';

type Own = {
  label: string;
  /** Characters. */
  limit: number;
  rows?: number;
  /** Grows with the text and counts down to the limit, instead of a fixed height and a count of what is typed. */
  grows?: boolean;
  required?: boolean;
  placeholder?: string;
  autoFocus?: boolean;
};

type Layout = { note: string | undefined; limit: number; count: number; rows: number | undefined };

const fixed = ({ note, limit, count, rows = 4 }: Layout): TextareaProps => ({
  rows,
  description: note ?? t.rich.count(count, limit),
  inputWrapperOrder: note
    ? ['label', 'description', 'input', 'error']
    : ['label', 'input', 'description', 'error'],
});

const growing = ({ note, limit, count, rows = 2 }: Layout): TextareaProps => ({
  autosize: true,
  minRows: rows,
  classNames: { input: css.input, description: css.under },
  inputWrapperOrder: ['label', 'input', 'error', 'description'],
  description: (
    <>
      {note && <span className={css.note}>{note}</span>}
      {count <= limit && <span className={css.left}>{t.left(limit - count)}</span>}
    </>
  ),
});

/** Several lines of plain text with a character count. */
export function TextAreaField(props: FieldProps<string> & Own) {
  const { note, onChange, limit, rows, grows, autoFocus, error, ...rest } = props;
  const layout = grows ? growing : fixed;
  return (
    <Textarea
      {...rest}
      {...layout({ note, limit, count: countCharacters(rest.value), rows })}
      error={overLimit(rest.value, limit) ?? error}
      data-autofocus={autoFocus || undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
