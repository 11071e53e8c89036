import { page } from './page';

/** The page of statistics, which has two addresses. */
export const statisticsLinks = { overview: page('/statistic'), plural: page('/statistics') };
