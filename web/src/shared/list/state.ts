import type { ListDefinition } from './define';
import type { Filters } from './filter';

/** Which end of a sorted list comes first. */
export type Direction = 'ASC' | 'DESC';

/** Where a list stands: all of it is in the address. */
export type ListState = {
  /** From one. */
  page: number;
  search: string;
  sort: string;
  direction: Direction;
  /** By filter name. */
  filters: Readonly<Record<string, unknown>>;
};

/** What the address and the request need to know of a list. */
export type Shape = Pick<ListDefinition<never>, 'pageSize' | 'sort'> & { filters: Filters };

/** Search parameters of an address, as the router gives them. */
export type Params = Readonly<Record<string, unknown>>;

/** The server looks at no more (contract §1). */
export const longestSearch = 200;

const names = { page: 'page', search: 'search', sort: 'sort', direction: 'direction' } as const;

const text = (value: unknown) => (value === undefined || value === null ? '' : String(value));

const defaultSort = (shape: Shape) => Object.keys(shape.sort)[0] ?? '';

/** The direction that a sort starts with. */
export const firstDirection = (shape: Shape, sort: string): Direction =>
  shape.sort[sort]?.first ?? 'DESC';

/** What was typed, as it is searched for. */
export const tidySearch = (typed: string) => typed.trim().slice(0, longestSearch).trim();

function readPage(value: unknown): number {
  const given = text(value);
  return /^[1-9]\d{0,6}$/.test(given) ? Number(given) : 1;
}

/** Reads an address; what it does not say, or says badly, is the default. */
export function readState(shape: Shape, params: Params): ListState {
  const wanted = text(params[names.sort]);
  const sort = Object.hasOwn(shape.sort, wanted) ? wanted : defaultSort(shape);
  const direction = text(params[names.direction]);
  return {
    page: readPage(params[names.page]),
    search: tidySearch(text(params[names.search])),
    sort,
    direction:
      direction === 'ASC' || direction === 'DESC' ? direction : firstDirection(shape, sort),
    filters: Object.fromEntries(
      Object.entries(shape.filters).map(([name, filter]) => [
        name,
        filter.read(text(params[name])),
      ]),
    ),
  };
}

/** Writes an address; defaults are left out. */
export function writeState(shape: Shape, state: ListState): Record<string, string> {
  const { page, search, sort, direction, filters } = state;
  const all: Record<string, string> = {
    [names.search]: search,
    ...Object.fromEntries(
      Object.entries(shape.filters).map(([name, filter]) => [name, filter.write(filters[name])]),
    ),
    [names.sort]: sort === defaultSort(shape) ? '' : sort,
    [names.direction]: direction === firstDirection(shape, sort) ? '' : direction,
    [names.page]: page === 1 ? '' : String(page),
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

/** A change of what is listed begins at the first page again. */
export const relisted = (
  state: ListState,
  change: Partial<Omit<ListState, 'page'>>,
): ListState => ({ ...state, ...change, page: 1 });

/** How many filters narrow the list. */
export const countActive = (shape: Shape, state: ListState) =>
  Object.entries(shape.filters).filter(([name, filter]) => filter.write(state.filters[name]) !== '')
    .length;

/** Whether anything narrows the list. */
export const isNarrowed = (shape: Shape, state: ListState) =>
  state.search !== '' || countActive(shape, state) > 0;

/** The same order, nothing narrowed. */
export const cleared = (shape: Shape, state: ListState): ListState =>
  relisted(state, {
    search: '',
    filters: Object.fromEntries(
      Object.entries(shape.filters).map(([name, { none }]) => [name, none]),
    ),
  });
