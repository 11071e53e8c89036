import { ListPage } from '../../shared/list/ListPage';
import { rzdList } from './list';

/** /rzd-bonus: news of the railway bonus programme. */
export function RzdPage() {
  return <ListPage list={rzdList} />;
}
