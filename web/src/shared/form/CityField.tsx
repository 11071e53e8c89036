import { useState } from 'react';
import { allCities } from '../api/cities';
import { isLongEnough, useCitySearch } from '../api/useCitySearch';
import { ChoiceInput, useChoiceText } from './ChoiceInput';
import { unchosen } from './choice';
import { type Choice, noteInWords } from './SelectField';
import { t } from './texts';
import type { FieldProps } from './useAppForm';

type City = { uuid: string; name: string };

type Own = {
  label: string;
  required?: boolean;
  description?: string;
  autoFocus?: boolean;
  /** The city that the field holds at first. */
  stored?: City | null;
  /** Told of the name too: a form that shows it need not ask for it again. */
  onChoose?: (city: City | null) => void;
};

function words(typed: string, { data, error }: ReturnType<typeof useCitySearch>): string {
  if (!isLongEnough(typed)) return t.city.short;
  if (error && !data) return t.city.failed;
  return data ? t.nothingFound : t.city.searching;
}

/** A city, found by typing a part of its name; kept as its uuid. */
export function CityField(props: FieldProps<string> & Own) {
  const { note, value, onChange, stored, onChoose, description, autoFocus, ...rest } = props;
  const [known, setKnown] = useState(stored ? [{ value: stored.uuid, label: stored.name }] : []);
  const present = known.find((city) => city.value === value);
  const text = useChoiceText(value, present);
  const { search } = text;
  const found = useCitySearch(search, allCities);
  const long = isLongEnough(search);
  const choose = (city: Choice | null | undefined) => {
    if (city) setKnown([...known, city]);
    onChange(city === undefined ? unchosen : (city?.value ?? ''));
    onChoose?.(city ? { uuid: city.value, name: city.label } : null);
  };
  return (
    <ChoiceInput
      {...rest}
      value={value}
      text={text}
      present={present}
      matches={long ? (found.data ?? []) : present ? [present] : []}
      searching={long && (!found.settled || found.isFetching)}
      unknown={t.city.choose}
      // With nothing typed there is nothing to choose: the list would only cover what stands below.
      dropdownOpened={search !== ''}
      clearable
      placeholder={t.city.placeholder}
      nothingFoundMessage={words(search, found)}
      description={noteInWords(note, known) ?? description}
      data-autofocus={autoFocus || undefined}
      onChoose={choose}
    />
  );
}
