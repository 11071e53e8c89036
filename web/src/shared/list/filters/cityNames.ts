import { useQuery } from '@tanstack/react-query';
import { citiesQuery } from '../../api/cities';
import { t } from '../texts';
import type { Option } from './several';

// Names of cities that were found here; an address that came from elsewhere has only uuids.
const names = new Map<string, string>();

/** Remembers the names of cities that have been found. */
export function rememberCities(found: readonly Option[]) {
  for (const { value, label } of found) names.set(value, label);
}

/** The name of a city, as soon as it is known. */
export function CityName({ uuid }: { uuid: string }) {
  const known = names.get(uuid);
  const { data } = useQuery({ ...citiesQuery, enabled: known === undefined });
  return known ?? data?.find((city) => city.uuid === uuid)?.name ?? t.city.unknown;
}
