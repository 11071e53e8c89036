import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search';

it('keeps every parameter a string', () => {
  expect(parseSearch('?q=123&page=2&on=true')).toEqual({ q: '123', page: '2', on: 'true' });
});

it('round-trips through the URL', () => {
  for (const search of [{}, { q: 'Иван & сын' }, { q: '+7 999', cities: 'a,b' }]) {
    expect(parseSearch(stringifySearch(search))).toEqual(search);
  }
});

it('omits empty parameters', () => {
  expect(stringifySearch({ q: '', page: undefined })).toBe('');
});
