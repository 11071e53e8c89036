import { page } from './page';

/** Pages of the catalogues. */
export const catalogueLinks = {
  all: page('/catalogues'),
  university: page('/catalogues/$uuidUniversity'),
};
