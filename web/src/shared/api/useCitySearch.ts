import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';

/** A city found: its uuid and its name. */
type FoundCity = { value: string; label: string };

/** Where cities are found: the whole catalogue, or those of a list. */
export type CitySource = {
  /** Tells the sources apart. */
  key: string;
  find: (search: string, signal: AbortSignal) => Promise<readonly FoundCity[]>;
};

/** The search starts at so many characters, and so many ms after the last key (spec §9). */
const shortest = 2;
const delay = 500;

/** Whether enough of a name is typed to look for it. */
export const isLongEnough = (typed: string) => typed.trim().length >= shortest;

/** Cities by a part of the name, as it is typed. */
export function useCitySearch(typed: string, { key, find }: CitySource) {
  const [search] = useDebouncedValue(typed.trim(), delay);
  const found = useQuery({
    queryKey: ['catalog', 'cities', 'found', key, search],
    queryFn: ({ signal }) => find(search, signal),
    enabled: isLongEnough(search) && isLongEnough(typed),
  });
  // While it is typed, what was found belongs to an earlier text.
  return { ...found, settled: search === typed.trim() };
}
