import type { Filters } from './filter';

/** Sort direction. */
export type Direction = 'ASC' | 'DESC';

/** A sort option: its label, and the direction it starts with. */
export type SortOption = { label: string; first: Direction };

/** The state of a list; all of it is in the URL. */
export type ListState = {
  /** From 1. */
  page: number;
  search: string;
  sort: string;
  direction: Direction;
  /** By filter name. */
  filters: Readonly<Record<string, unknown>>;
};

/** The part of a list's definition that the URL and the request depend on. */
export type Shape = {
  pageSize: number;
  sort: Readonly<Record<string, SortOption>>;
  filters: Filters;
};

/** Search parameters as the router parses them. */
export type Params = Readonly<Record<string, unknown>>;

/** Maximum length of a search (rules 3.6). */
export const longestSearch = 200;

const names = { page: 'page', search: 'search', sort: 'sort', direction: 'direction' } as const;

const text = (value: unknown) => (value === undefined || value === null ? '' : String(value));

const defaultSort = (shape: Shape) => Object.keys(shape.sort)[0] ?? '';

/** The initial direction of a sort. */
export const firstDirection = (shape: Shape, sort: string): Direction =>
  shape.sort[sort]?.first ?? 'DESC';

/** Normalises the search text. */
export const tidySearch = (typed: string) => typed.trim().slice(0, longestSearch).trim();

function readPage(value: unknown): number {
  const given = text(value);
  return /^[1-9]\d{0,6}$/.test(given) ? Number(given) : 1;
}

/** Parses the URL; missing and invalid parameters mean the default. */
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

/** Search parameters of a state, without defaults. */
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

/** Changes the search, filters or sort, and returns to the first page. */
export const relisted = (
  state: ListState,
  change: Partial<Omit<ListState, 'page'>>,
): ListState => ({ ...state, ...change, page: 1 });

/** Number of values chosen in filters. */
export const countValues = (filters: Filters, values: ListState['filters']) =>
  Object.entries(filters).reduce(
    (count, [name, filter]) => count + filter.chips(values[name]).length,
    0,
  );

/** Whether a search or filter is active. */
export const isNarrowed = ({ filters }: Shape, state: ListState) =>
  state.search !== '' ||
  Object.entries(filters).some(([name, filter]) => filter.write(state.filters[name]) !== '');

/** Clears search and filters, keeps the sort. */
export const cleared = (shape: Shape, state: ListState): ListState =>
  relisted(state, {
    search: '',
    filters: Object.fromEntries(
      Object.entries(shape.filters).map(([name, { none }]) => [name, none]),
    ),
  });
