import type { PageOf } from '../list/query';

/** Options of an infinite query that pages by row offset: spread them into infiniteQueryOptions. */
export const byOffset = {
  initialPageParam: 0,
  getNextPageParam: (last: PageOf<unknown>, pages: readonly PageOf<unknown>[]) => {
    const loaded = pages.reduce((sum, { rows }) => sum + rows.length, 0);
    // An empty page ends the list even if the total says otherwise: rows may have been deleted.
    return last.rows.length > 0 && loaded < last.total ? loaded : undefined;
  },
};
