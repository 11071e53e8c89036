import { page } from './page';

/** Pages of applications. */
export const applicationLinks = {
  list: page('/application'),
  round: page('/application/round'),
  card: page('/application/card/$uuidUser'),
  edit: page('/application/card/$uuidUser/edit'),
};
