import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search';

it('keeps every parameter a text', () => {
  expect(parseSearch('?q=123&page=2&on=true')).toEqual({ q: '123', page: '2', on: 'true' });
});

it('comes back from the address as it went in', () => {
  for (const search of [{}, { q: 'Иван & сын' }, { q: '+7 999', cities: 'a,b' }]) {
    expect(parseSearch(stringifySearch(search))).toEqual(search);
  }
});

it('leaves out what is empty', () => {
  expect(stringifySearch({ q: '', page: undefined })).toBe('');
});
