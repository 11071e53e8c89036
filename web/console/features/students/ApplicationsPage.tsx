import { ListPage } from '../../shared/list/ListPage';
import { applicationsList } from './list';

/** /application: the list of applications. */
export function ApplicationsPage() {
  return <ListPage list={applicationsList} />;
}
