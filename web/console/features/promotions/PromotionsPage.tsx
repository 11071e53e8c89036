import { ListPage } from '../../shared/list/ListPage';
import { promotionsList } from './list';

/** /promotions: the list of promotions. */
export function PromotionsPage() {
  return <ListPage list={promotionsList} />;
}
