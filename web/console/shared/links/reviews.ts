import { page } from './page';

/** Pages of reviews. */
export const reviewLinks = {
  list: page('/feedbacks'),
  round: page('/feedbacks/round'),
  card: page('/feedback/$uuidComment'),
};
