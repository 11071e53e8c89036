import type { Whole } from '../api/answer';
import type { BodyOf, Filters } from './filter';
import type { Direction, ListState, Shape } from './state';

/** What a list asks of the server (contract §1). */
export type ListQuery<F extends Filters = Filters> = {
  header: {
    'X-Offset': number;
    'X-Limit': number;
    'X-Sort-Field': string;
    'X-Sort-Direction': Direction;
  };
  body: { searchString: string } & BodyOf<F>;
};

/** A page of rows and how many there are in all. */
export type PageOf<Row> = { rows: readonly Row[]; total: number };

/** The request of a list's state. */
export function toQuery<F extends Filters>(
  shape: Shape & { filters: F },
  state: ListState,
): ListQuery<F> {
  const filters = Object.entries(shape.filters).map(([name, filter]) => [
    name,
    filter.body(state.filters[name]),
  ]);
  return {
    header: {
      'X-Offset': (state.page - 1) * shape.pageSize,
      'X-Limit': shape.pageSize,
      'X-Sort-Field': state.sort,
      'X-Sort-Direction': state.direction,
    },
    body: { searchString: state.search, ...(Object.fromEntries(filters) as BodyOf<F>) },
  };
}

/** A list's answer: the rows, and the total from its header. */
export async function asPage<Row>(pending: Promise<Whole<Row[]>>): Promise<PageOf<Row>> {
  const { data, headers } = await pending;
  const total = Number(headers.get('x-record-count'));
  return {
    rows: data,
    total: Number.isInteger(total) ? Math.max(total, data.length) : data.length,
  };
}
