import { page } from './page';

/** The journal. */
export const journalLinks = { list: page('/journal') };
