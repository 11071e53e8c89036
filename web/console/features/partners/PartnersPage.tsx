import { ListPage } from '../../shared/list/ListPage';
import { partnersList } from './list';

/** /partners: the list of partners. */
export function PartnersPage() {
  return <ListPage list={partnersList} />;
}
