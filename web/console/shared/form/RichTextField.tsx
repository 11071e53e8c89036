import { Input, Skeleton } from '@mantine/core';
import { useId, useState } from 'react';
import { lazily } from '../ui/lazily';
import css from './RichTextField.module.css';
import { countCharacters, plainText, usualRichText } from './richText';
import { t } from './texts';
import type { FieldProps } from './useAppForm';
import { useTooLong } from './useTooLong';

// Lazy: the editor is larger than all other fields together.
const RichTextEditor = lazily(
  () => import('./RichTextEditor').then((file) => file.RichTextEditor),
  { waiting: <Skeleton height={182} /> },
);

type Own = {
  label: string;
  required?: boolean;
  description?: string;
  placeholder?: string;
  /** Characters without tags. */
  limit?: number;
};

/** Rich text; the value is HTML, empty for no text. */
export function RichTextField(props: FieldProps<string> & Own) {
  const { label, required, description, placeholder, limit = usualRichText } = props;
  const { name, value, onChange, error, note } = props;
  const id = useId();
  const [count, setCount] = useState(() => countCharacters(plainText(value)));
  const tooLong = useTooLong(count, limit);
  const words = error || (tooLong && t.rich.tooLong(limit));
  const ids = { label: `${id}-label`, count: `${id}-count`, error: `${id}-error` };
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      labelProps={{ id: ids.label }}
      required={required}
      description={note ? plainText(note) : description}
      error={words}
      errorProps={{ id: ids.error, role: 'alert' }}
    >
      <RichTextEditor
        name={name}
        value={value}
        onChange={onChange}
        onCount={setCount}
        placeholder={placeholder}
        invalid={Boolean(error) || count > limit}
        labelledBy={ids.label}
        describedBy={words ? `${ids.error} ${ids.count}` : ids.count}
      />
      <p id={ids.count} className={css.count} data-over={count > limit || undefined}>
        {t.rich.count(count, limit)}
      </p>
    </Input.Wrapper>
  );
}
