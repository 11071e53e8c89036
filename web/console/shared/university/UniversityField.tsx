import { ChoiceInput, useChoiceText } from '../form/ChoiceInput';
import type { Choice } from '../form/choice';
import { unchosen } from '../form/choice';
import { noteInWords } from '../form/SelectField';
import type { FieldProps } from '../form/useAppForm';
import { universityName } from './names';
import { useUniversitySearch } from './search';
import { t } from './texts';

type Own = { stored?: Choice };

/** A university, searched by part of its name; the value is its uuid. */
export function UniversityField({
  note,
  value,
  onChange,
  stored,
  ...rest
}: FieldProps<string> & Own) {
  // What was found has a name: also the university of a restored draft.
  const label = stored?.value === value ? stored.label : universityName(value);
  const present = label === undefined ? undefined : { value, label };
  const text = useChoiceText(value, present);
  const { long, found, options } = useUniversitySearch(text.search);
  return (
    <ChoiceInput
      {...rest}
      label={t.title}
      required
      value={value}
      text={text}
      present={present}
      matches={long ? options : present ? [present] : []}
      searching={long && found.isFetching}
      unknown={t.field.choose}
      dropdownOpened={text.search !== '' && text.search !== present?.label}
      description={noteInWords(note, stored ? [stored] : []) ?? t.field.hint}
      onChoose={(choice) => onChange(choice === undefined ? unchosen : (choice?.value ?? ''))}
    />
  );
}
