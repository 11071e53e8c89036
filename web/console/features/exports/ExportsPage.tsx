import { ListPage } from '../../shared/list/ListPage';
import { exportsList } from './list';

/** /settings/exports: what the operator has exported. */
export function ExportsPage() {
  return <ListPage list={exportsList} />;
}
