import { page } from './page';

/** Pages of promotions. A promotion is added on a page of its partner. */
export const promotionLinks = {
  list: page('/promotions'),
  card: page('/promotions/card/$uuidStock'),
  edit: page('/promotions/card/$uuidStock/refactoring'),
  statistics: page('/promotions/card/$uuidStock/statistic'),
};
