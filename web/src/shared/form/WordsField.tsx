import { TagsInput } from '@mantine/core';
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
  const { note, onChange, value, description, placeholder, most, longest, ...rest } = props;
  return (
    <TagsInput
      {...rest}
      value={[...value]}
      placeholder={value.length === 0 ? placeholder : undefined}
      description={note ? t.changedElsewhere : description}
      maxTags={most}
      splitChars={[',', ';']}
      acceptValueOnBlur
      clearable
      clearButtonProps={{ 'aria-label': t.clear }}
      onChange={(words) => onChange(words.map((word) => word.slice(0, longest)))}
    />
  );
}
