import { expect, expectTypeOf, it } from 'vitest';
import { page } from './page';

const card = page('/knowledge/$categoryID/$questionID');

it('builds a link from its parameters', () => {
  expect(card({ categoryID: 'c-1', questionID: 'q-2' })).toBe('/knowledge/c-1/q-2');
  expect(page('/knowledge')()).toBe('/knowledge');
});

it('encodes special characters in path segments', () => {
  expect(page('/card/$id/edit')({ id: 'a/b?c' })).toBe('/card/a%2Fb%3Fc/edit');
});

it('exposes the route path and its parameters', () => {
  expect(card.path).toBe('/knowledge/$categoryID/$questionID');
  expect(card.names).toEqual(['categoryID', 'questionID']);
});

it('does not compile with a wrong, missing or extra parameter', () => {
  expectTypeOf(card).parameters.toEqualTypeOf<
    [params: Readonly<Record<'categoryID' | 'questionID', string>>]
  >();
  expectTypeOf(page('/knowledge')).parameters.toEqualTypeOf<[]>();
  // @ts-expect-error the parameter is categoryID
  page('/knowledge/$categoryID')({ category: 'c-1' });
});
