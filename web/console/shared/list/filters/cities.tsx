import type { CitySource } from '../../api/useCitySearch';
import type { Filter } from '../filter';
import { t } from '../texts';
import { CityPicker } from './CityPicker';
import { CityName } from './cityNames';
import { severalCodec } from './several';

/** The city filter: a button with the number of chosen cities, and a search popup. */
export const cityFilter = (source: CitySource): Filter<readonly string[], string[]> => ({
  ...severalCodec,
  title: t.city.title,
  place: 'toolbar',
  chips: (values) =>
    values.map((value) => ({
      id: value,
      label: <CityName uuid={value} />,
      without: values.filter((one) => one !== value),
    })),
  control: (props) => <CityPicker {...props} source={source} />,
});
