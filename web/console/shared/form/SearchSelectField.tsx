import { ChoiceInput, useChoiceText } from './ChoiceInput';
import type { Choice } from './choice';
import { matchesOf, unchosen } from './choice';
import { noteInWords } from './SelectField';
import type { FieldProps } from './useAppForm';

type Own = {
  label: string;
  options: readonly Choice[];
  placeholder?: string;
  required?: boolean;
  disabled?: boolean;
  description?: string;
};

/** A searchable select; may be empty. */
export function SearchSelectField(props: FieldProps<string> & Own) {
  const { note, onChange, options, value, description, ...rest } = props;
  const present = options.find((option) => option.value === value);
  const text = useChoiceText(value, present);
  return (
    <ChoiceInput
      {...rest}
      value={value}
      text={text}
      present={present}
      matches={matchesOf(options, text.search)}
      description={noteInWords(note, options) ?? description}
      clearable={!rest.required}
      onChoose={(choice) => onChange(choice === undefined ? unchosen : (choice?.value ?? ''))}
    />
  );
}
