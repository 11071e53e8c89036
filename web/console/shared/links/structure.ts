import { page } from './page';

/** The page of the university structure. */
export const structureLinks = { tree: page('/structure') };
