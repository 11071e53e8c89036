import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allCities, citiesQuery } from '../api/cities';
import { isLongEnough, useCitySearch } from '../api/useCitySearch';
import { ChoiceInput, useChoiceText } from './ChoiceInput';
import type { Choice } from './choice';
import { unchosen } from './choice';
import { noteInWords } from './SelectField';
import { t } from './texts';
import type { FieldProps } from './useAppForm';

type City = { uuid: string; name: string };

type Own = {
  label: string;
  required?: boolean;
  description?: string;
  autoFocus?: boolean;
  /** The saved city. */
  stored?: City | null;
  /** Also gets the name, for forms that show it. */
  onChoose?: (city: City | null) => void;
};

function words(typed: string, { data, error }: ReturnType<typeof useCitySearch>): string {
  if (!isLongEnough(typed)) return t.city.short;
  if (error && !data) return t.city.failed;
  return data ? t.nothingFound : t.city.searching;
}

const asChoice = ({ uuid, name }: City): Choice => ({ value: uuid, label: name });

/** A city, searched by part of its name; the value is its uuid. */
export function CityField(props: FieldProps<string> & Own) {
  const { note, value, onChange, stored, onChoose, description, autoFocus, ...rest } = props;
  const [known, setKnown] = useState(stored ? [asChoice(stored)] : []);
  const named = known.find((city) => city.value === value);
  // A restored draft has the uuid alone.
  const isNameless = value !== '' && value !== unchosen && !named;
  const cities = useQuery({ ...citiesQuery, enabled: isNameless });
  const present = named ?? cities.data?.map(asChoice).find((city) => city.value === value);
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
      // Without text there is nothing to choose, and the list would cover the fields below.
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
