import { Autocomplete, Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMapSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { overLimit } from '../../shared/form/limit';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { Live } from '../../shared/ui/Live';
import css from './AddressField.module.css';
import { longestAddress } from './pointRules';
import { findPlaces } from './pointsApi';
import { t } from './texts';
import type { usePlace } from './usePlace';

// Spec §5: half a second after the last key.
const delay = 500;
const shortest = 3;

const folded = (text: string) => text.trim().toLowerCase();

// What the geocoder makes of an address while it is typed; it may be silent, typing goes on.
function useSuggestions(typed: string, uuidCity: string, active: boolean) {
  const [address] = useDebouncedValue(typed.trim(), delay);
  const { data = [], error } = useQuery({
    queryKey: ['catalog', 'places', uuidCity, address],
    queryFn: ({ signal }) => findPlaces(address, uuidCity, signal),
    enabled: active && address.length >= shortest,
    retry: false,
    staleTime: 60_000,
  });
  const places = new Map(data.map((place) => [place.address, place]));
  // A plain echo of what was typed suggests nothing.
  const words = [...places.keys()].filter((word) => folded(word) !== folded(typed));
  return { places, words, failed: Boolean(error) };
}

type Props = {
  name: string;
  label: string;
  value: string;
  error?: string | boolean;
  uuidCity: string;
  place: ReturnType<typeof usePlace>;
  autoFocus?: boolean;
  /** Whether there is a map beside it to find the address on. */
  onMap?: boolean;
};

/** An address, completed by the geocoder while it is typed and found on the map. */
export function AddressField(props: Props) {
  const { name, label, value, error, uuidCity, place, autoFocus, onMap } = props;
  const [active, setActive] = useState(false);
  const [opened, setOpened] = useState(false);
  const { places, words, failed } = useSuggestions(value, uuidCity, active);
  const choose = (word: string) => {
    const found = words.includes(word) ? places.get(word) : undefined;
    if (found) place.chosen(word, { latitude: found.latitude, longitude: found.longitude });
    return found !== undefined;
  };
  const message = place.message ?? (failed && onMap ? t.points.searchFailed : null);
  return (
    <div className={css.field}>
      <div className={css.line}>
        <Autocomplete
          className={css.input}
          name={name}
          label={label}
          placeholder={t.points.addressPlaceholder}
          required
          value={value}
          error={overLimit(value, longestAddress) ?? error}
          data={words}
          filter={({ options }) => options}
          // Shut while it has nothing to show: else Esc would shut it instead of the popup around.
          dropdownOpened={opened && words.length > 0}
          onDropdownOpen={() => setOpened(true)}
          onDropdownClose={() => setOpened(false)}
          comboboxProps={{ shadow: 'md' }}
          autoComplete="off"
          data-autofocus={autoFocus || undefined}
          onChange={(text) => {
            setActive(true);
            if (!choose(text)) place.typed(text);
          }}
        />
        {onMap && (
          <Button
            variant="default"
            className={css.find}
            leftSection={<IconMapSearch size={iconSize.sm} stroke={iconStroke} aria-hidden />}
            loading={place.finding}
            disabled={value.trim() === ''}
            onClick={() => void place.find()}
          >
            {t.points.findOnMap}
          </Button>
        )}
      </div>
      <Live>
        {message && <p className={css.message}>{message}</p>}
        {place.suggested && (
          <p className={css.message}>
            {t.points.suggested(place.suggested)}{' '}
            <Button variant="subtle" size="compact-sm" onClick={place.applySuggested}>
              {t.points.suggestedApply}
            </Button>
          </p>
        )}
      </Live>
    </div>
  );
}
