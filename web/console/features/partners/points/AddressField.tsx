import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { Autocomplete, Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconMapSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { overLimit } from '../../../shared/form/limit';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { Live } from '../../../shared/ui/Live';
import { t } from '../texts';
import css from './AddressField.module.css';
import { findPlaces } from './api';
import { longestAddress } from './rules';
import type { usePlace } from './usePlace';

// Debounce in milliseconds (rules 7.11).
const delay = 500;
const shortestQuery = 3;

const folded = (text: string) => text.trim().toLowerCase();

// Suggestions of the geocoder. If it fails, the operator types the address without them.
function useSuggestions(typed: string, uuidCity: string, active: boolean) {
  const [address] = useDebouncedValue(typed.trim(), delay);
  const { data = [], error } = useQuery({
    queryKey: ['catalog', 'places', uuidCity, address],
    queryFn: ({ signal }) => findPlaces(address, uuidCity, signal),
    enabled: active && address.length >= shortestQuery,
    retry: false,
    staleTime: 60_000,
  });
  const places = new Map(data.map((place) => [place.address, place]));
  // The geocoder may return the typed text itself.
  const options = [...places.keys()].filter((option) => folded(option) !== folded(typed));
  return { places, options, failed: Boolean(error) };
}

type Props = {
  name: string;
  label: string;
  value: string;
  error?: string | boolean;
  note?: string;
  uuidCity: string;
  place: ReturnType<typeof usePlace>;
  autoFocus?: boolean;
  /** Shows the button that finds the address on the map beside the field. */
  onMap?: boolean;
};

/** An address with suggestions of the geocoder. */
export function AddressField(props: Props) {
  const { name, label, value, error, note, uuidCity, place, autoFocus, onMap } = props;
  const [active, setActive] = useState(false);
  const [opened, setOpened] = useState(false);
  const { places, options, failed } = useSuggestions(value, uuidCity, active);
  const choose = (option: string) => {
    const found = options.includes(option) ? places.get(option) : undefined;
    if (found) place.chosen(option, { latitude: found.latitude, longitude: found.longitude });
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
          description={note}
          placeholder={t.points.addressPlaceholder}
          required
          value={value}
          error={overLimit(value, longestAddress) ?? error}
          data={options}
          filter={(all) => all.options}
          // Closed while empty: otherwise Esc would close the dropdown instead of the dialog.
          dropdownOpened={opened && options.length > 0}
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
