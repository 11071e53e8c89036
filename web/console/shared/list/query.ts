import { type Call, reply } from '../../../kit/api/answer';
import type { BodyOf, Filters } from './filter';
import type { Direction, ListState, Shape } from './state';

/** The request of a list (rules 3.1). */
export type ListQuery<F extends Filters = Filters> = {
  header: {
    'X-Offset': number;
    'X-Limit': number;
    'X-Sort-Field': string;
    'X-Sort-Direction': Direction;
  };
  body: { searchString: string } & BodyOf<F>;
};

/** A page of rows and the total. */
export type PageOf<Row> = { rows: readonly Row[]; total: number };

/** Converts a list's state to its request. */
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

/** Resolves the call of a list to its rows and the total from the header. */
export async function asPage<Row>(call: Call<Row[]>): Promise<PageOf<Row>> {
  const { data, headers } = await reply(call);
  const total = Number(headers.get('x-record-count'));
  return {
    rows: data,
    total: Number.isInteger(total) ? Math.max(total, data.length) : data.length,
  };
}
