import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';

/** A found city. */
type FoundCity = { value: string; label: string };

/** A search for cities: in the catalogue, or among those of a list. */
export type CitySource = {
  /** Part of the query key. */
  key: string;
  /** Without a text, the cities of a list are its frequent ones. */
  find: (search: string, signal: AbortSignal) => Promise<readonly FoundCity[]>;
};

/** Minimum length of a search, and its debounce in ms. */
const shortest = 2;
const delay = 500;

/** Whether the text is long enough to search for. */
export const isLongEnough = (typed: string) => typed.trim().length >= shortest;

/** Searches cities as the operator types. */
export function useCitySearch(typed: string, { key, find }: CitySource) {
  const [search] = useDebouncedValue(typed.trim(), delay);
  const found = useQuery({
    queryKey: ['catalog', 'cities', 'found', key, search],
    queryFn: ({ signal }) => find(search, signal),
    enabled: isLongEnough(search) && isLongEnough(typed),
  });
  // settled: the result belongs to the current text.
  return { ...found, settled: search === typed.trim() };
}
