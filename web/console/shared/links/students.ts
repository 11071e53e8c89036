import { page } from './page';

/** Pages of students. */
export const studentLinks = {
  list: page('/'),
  card: page('/card/$uuidUser'),
  edit: page('/card/$uuidUser/edit'),
};
