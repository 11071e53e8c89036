import { ListPage } from '../../shared/list/ListPage';
import { useOperator } from '../../shared/session/session';
import { chairmanList, newsList } from './list';

/** /news: the list of news. */
export function NewsPage() {
  return useOperator().chairman ? <ListPage list={chairmanList} /> : <ListPage list={newsList} />;
}
