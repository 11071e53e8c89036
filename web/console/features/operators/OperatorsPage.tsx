import { ListPage } from '../../shared/list/ListPage';
import { operatorsList } from './list';

/** /operators: the operators whom the caller administers. */
export function OperatorsPage() {
  return <ListPage list={operatorsList} />;
}
