import { Button } from '@mantine/core';
import { asProblem } from '../../../kit/api/problem';
import { inWords } from '../notice/catalogue';
import { useOperator } from '../session/session';
import { common } from '../texts';
import { Message } from '../ui/Message';
import { Retry } from '../ui/Retry';
import type { ListDefinition } from './define';
import type { Filters } from './filter';
import { EmptyList, ListBox } from './ListBox';
import { ListCards } from './ListCards';
import css from './ListPage.module.css';
import { ListTable } from './ListTable';
import { useLastOpened } from './lastOpened';
import { rowClicks } from './rowClicks';
import { firstDirection, relisted } from './state';
import { t } from './texts';
import type { useList } from './useList';
import { usePhone } from './usePhone';
import type { Selection } from './useSelection';

type Props<Row, F extends Filters> = {
  list: ListDefinition<Row, F>;
  listing: ReturnType<typeof useList<Row, F>>;
  rows: readonly Row[] | undefined;
  selection: Selection | undefined;
  /** Given while a search or filter is active. */
  onReset: (() => void) | undefined;
};

// A click on a header sorts by it; a second click reverses the direction.
function useSorting<Row, F extends Filters>({
  list,
  listing,
}: Pick<Props<Row, F>, 'list' | 'listing'>) {
  const { state, change } = listing;
  const onSort = (sort: string) =>
    change((now) =>
      relisted(now, {
        sort,
        direction:
          now.sort === sort
            ? now.direction === 'ASC'
              ? 'DESC'
              : 'ASC'
            : firstDirection(list, sort),
      }),
    );
  return { sort: state.sort, direction: state.direction, onSort };
}

/** The rows of a list, its empty state, or its error. */
export function ListRows<Row, F extends Filters>(props: Props<Row, F>) {
  const { list, listing, rows, selection, onReset } = props;
  const sorting = useSorting(props);
  const { lastOpened, open } = useLastOpened(list.path, rows !== undefined);
  const phone = usePhone();
  const operator = useOperator();
  const columns = list.columns?.filter(({ shownTo }) => shownTo?.(operator) ?? true);
  if (!rows && listing.error && !listing.loading) {
    return (
      <ListBox loading={false} old={false}>
        <Retry error={listing.error} onRetry={listing.retry} />
      </ListBox>
    );
  }
  const given = {
    label: list.texts.title,
    rows,
    pageSize: list.pageSize,
    rules: list.row,
    search: listing.state.search,
    params: listing.paramsOf(listing.state.page),
    lastOpened,
    onOpen: open,
    selection,
  };
  return (
    <>
      {rows && listing.error && !listing.loading && (
        <Message tone="red" title={t.failed}>
          <p className={css.reason}>{inWords(asProblem(listing.error)).text}</p>
          <Button variant="default" size="xs" onClick={listing.retry}>
            {common.retry}
          </Button>
        </Message>
      )}
      <ListBox ref={rowClicks} loading={listing.loading} old={listing.old}>
        {rows?.length === 0 ? (
          <EmptyList text={list.texts.empty} hint={list.texts.hint} onReset={onReset} />
        ) : list.card || phone ? (
          <ListCards {...given} columns={columns} card={list.card} />
        ) : (
          <ListTable {...given} columns={columns ?? []} sorting={sorting} />
        )}
      </ListBox>
    </>
  );
}
