import { answer } from '../../../kit/api/answer';
import type { Search } from '../ui/PickField';
import { http } from './client';

/** Cities by part of the name. */
export const cities: Search = {
  name: 'cities',
  find: async (search, signal) => {
    const params = { query: { search } };
    const { items } = await answer(http.GET('/s/v1/cities', { params, signal }));
    return items.map(({ id, name, region }) => ({
      id,
      name,
      about: region === name ? '' : region,
    }));
  },
};
