import { page } from './page';

/** Pages of operators and invitations. */
export const operatorLinks = {
  list: page('/operators'),
  invitations: page('/operators/invitations'),
  card: page('/operators/$uuidOperator'),
};
