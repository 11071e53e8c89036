import * as v from 'valibot';
import type { Params, Shape } from '../list/state';
import { t } from './texts';

const own = new Set(['page', 'search', 'sort', 'direction']);

/**
 * The conditions of a saved query that the list no longer understands. The list would leave them out and show more than
 * the view promises, so such a view is not opened (rules 33.6).
 */
export const notUnderstood = ({ filters }: Pick<Shape, 'filters'>, params: Params): string[] =>
  Object.entries(params)
    .filter(([name, value]) => {
      const filter = Object.hasOwn(filters, name) ? filters[name] : undefined;
      return !own.has(name) && filter?.write(filter.read(String(value))) !== String(value);
    })
    .map(([name]) => name);

/** The query string of search parameters, without the page. */
export function queryOf({ page: _page, ...params }: Record<string, string>): string {
  return new URLSearchParams(params).toString();
}

/** The search parameters of a saved query. */
export const paramsOf = (query: string): Params => Object.fromEntries(new URLSearchParams(query));

/** The form of a view. */
export const viewSchema = v.object({
  name: v.pipe(v.string(), v.trim(), v.minLength(1, t.needName)),
  isShared: v.boolean(),
  replaces: v.boolean(),
});
