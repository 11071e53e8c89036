import { TagsInput } from '@mantine/core';
import css from './fields.module.css';
import { overLimit } from './limit';
import { t } from './texts';
import type { FieldProps } from './useAppForm';

type Own = {
  label: string;
  placeholder?: string;
  description?: string;
  /** How many words, and how long one may be. */
  most: number;
  longest: number;
};

/** Words of one's own, each ended by Enter or a comma. */
export function WordsField(props: FieldProps<readonly string[]> & Own) {
  const { note, onChange, value, description, placeholder, most, longest, error, ...rest } = props;
  const tooLong = value.map((word) => overLimit(word, longest)).find(Boolean);
  const tooMany = value.length > most ? t.tooMany(most, value.length) : undefined;
  return (
    <TagsInput
      {...rest}
      classNames={{ pill: css.word }}
      error={tooLong ?? tooMany ?? error}
      value={[...value]}
      placeholder={value.length === 0 ? placeholder : undefined}
      description={note ? t.changedElsewhere : description}
      splitChars={[',', ';']}
      acceptValueOnBlur
      clearable
      clearButtonProps={{ 'aria-label': t.clear }}
      onChange={onChange}
    />
  );
}
