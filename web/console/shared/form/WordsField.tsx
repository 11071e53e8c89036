import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { TagsInput } from '@mantine/core';
import css from './fields.module.css';
import { overLimit } from './limit';
import { t } from './texts';
import type { FieldProps } from './useAppForm';

type Own = {
  label: string;
  placeholder?: string;
  description?: string;
  /** Maximum number of tags, and of characters in each. */
  most: number;
  longest: number;
};

/** Free tags, separated by Enter or a comma. */
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
