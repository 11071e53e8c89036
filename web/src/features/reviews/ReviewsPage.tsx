import { ListPage } from '../../shared/list/ListPage';
import { reviewsList } from './list';

/** /feedbacks: what students say of partners. */
export function ReviewsPage() {
  return <ListPage list={reviewsList} />;
}
