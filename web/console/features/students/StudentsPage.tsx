import { ListPage } from '../../shared/list/ListPage';
import { studentsList } from './list';

/** /: the list of students. */
export function StudentsPage() {
  return <ListPage list={studentsList} />;
}
