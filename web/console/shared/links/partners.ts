import { page } from './page';

/** Pages of partners. */
export const partnerLinks = {
  list: page('/partners'),
  add: page('/partners/new'),
  card: page('/partners/card/$uuidPartner'),
  edit: page('/partners/card/$uuidPartner/edit'),
  addPromotion: page('/partners/card/$uuidPartner/newStock'),
};
