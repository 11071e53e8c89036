import { ListPage } from '../../shared/list/ListPage';
import { reviewsList } from './list';

/** /feedbacks: the list of reviews. */
export function ReviewsPage() {
  return <ListPage list={reviewsList} />;
}
