import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { answer } from '../../../kit/api/answer';
import { http } from '../api/client';
import { rememberUniversities } from './names';

// Minimum length of a search, and its debounce in ms (rules 11.3).
const shortest = 3;
const delay = 500;

const isLongEnough = (typed: string) => typed.trim().length >= shortest;

const universitiesQuery = (searchString: string) =>
  queryOptions({
    queryKey: ['catalog', 'universities', searchString],
    queryFn: async ({ signal }) => {
      const found = await answer(http.PUT('/v1/univer', { body: { searchString }, signal }));
      rememberUniversities(
        found.map(({ uuidUniversity, shortName }) => [uuidUniversity, shortName]),
      );
      return found;
    },
  });

/** Universities by a part of their name; none are searched for before the text is long enough. */
export function useUniversitySearch(typed: string) {
  const [search] = useDebouncedValue(typed.trim(), delay);
  const long = isLongEnough(typed);
  const found = useQuery({ ...universitiesQuery(search), enabled: long && isLongEnough(search) });
  const options = (long ? (found.data ?? []) : []).map(({ uuidUniversity, shortName }) => ({
    value: uuidUniversity,
    label: shortName,
  }));
  return { long, found, options };
}
