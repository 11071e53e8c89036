import type { Filter } from '../../shared/list/filter';
import { oneOf } from '../../shared/list/filters/oneOf';
import { toggle } from '../../shared/list/filters/toggle';
import { t } from './texts';

// A filter whose request values differ from its URL values.
const withBody = <S extends string, B>(
  filter: Filter<S | null, S | undefined>,
  values: Readonly<Record<S, B>>,
): Filter<S | null, B | undefined> => ({
  ...filter,
  body: (value) => (value === null ? undefined : values[value]),
});

const { all, answers, stars } = t.filters;

/** The filters of the list. */
export const filters = {
  status: oneOf(t.filters.status, { all, words: t.statuses }),
  answered: withBody(oneOf(t.filters.answered, { all, words: answers }), { no: false, yes: true }),
  maxRating: withBody(oneOf<'1' | '2' | '3'>(t.filters.rating, { all, words: stars }), {
    1: 1,
    2: 2,
    3: 3,
  }),
  deleted: toggle(t.filters.deleted, { chip: t.filters.gone }),
};
