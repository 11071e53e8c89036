import { useQuery } from '@tanstack/react-query';
import { citiesQuery } from '../../api/cities';
import { t } from '../texts';
import type { Option } from './several';

// Names of found cities: the URL of a filter has only uuids.
const names = new Map<string, string>();

/** Stores names of found cities. */
export function rememberCities(found: readonly Option[]) {
  for (const { value, label } of found) names.set(value, label);
}

/** The name of a city, once known. */
export function CityName({ uuid }: { uuid: string }) {
  const known = names.get(uuid);
  const { data } = useQuery({ ...citiesQuery, enabled: known === undefined });
  if (known !== undefined || !data) return known ?? t.city.unknown;
  return data.find((city) => city.uuid === uuid)?.name ?? t.city.gone;
}
