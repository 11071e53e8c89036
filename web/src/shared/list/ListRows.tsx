import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { asProblem } from '../api/problem';
import { inWords } from '../notice/catalogue';
import { common } from '../texts';
import { breakpoint } from '../theme/tokens';
import { Message } from '../ui/Message';
import { Retry } from '../ui/Retry';
import type { ListDefinition } from './define';
import type { Filters } from './filter';
import { ListCards } from './ListCards';
import css from './ListPage.module.css';
import { ListTable } from './ListTable';
import { rowClicks } from './rowClicks';
import { useSeen } from './seen';
import { firstDirection, relisted } from './state';
import { t } from './texts';
import type { useList } from './useList';
import type { Selection } from './useSelection';

type Props<Row, F extends Filters> = {
  list: ListDefinition<Row, F>;
  use: ReturnType<typeof useList<Row, F>>;
  rows: readonly Row[] | undefined;
  selection: Selection | undefined;
  /** Given while anything narrows the list. */
  onReset: (() => void) | undefined;
};

function Empty({ text, onReset }: { text: string; onReset?: () => void }) {
  return (
    <div className={css.empty}>
      <p className={css.emptyText}>{onReset ? t.nothing : text}</p>
      {onReset && (
        <>
          <p className={css.emptyHint}>{t.nothingHint}</p>
          <Button variant="default" onClick={onReset}>
            {t.reset}
          </Button>
        </>
      )}
    </div>
  );
}

// A click on a header sorts by it, a second one turns the direction.
function useSorting<Row, F extends Filters>({ list, use }: Pick<Props<Row, F>, 'list' | 'use'>) {
  const { state, change } = use;
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

/** The rows of a list, or what stands in their place. */
export function ListRows<Row, F extends Filters>(props: Props<Row, F>) {
  const { list, use, rows, selection, onReset } = props;
  const sorting = useSorting(props);
  const { seen, open } = useSeen(list.path, rows !== undefined);
  const phone = useMediaQuery(`(max-width: ${breakpoint.drawer}px)`, undefined, {
    getInitialValueInEffect: false,
  });
  if (!rows && use.error && !use.loading) {
    return (
      <div className={css.box} data-padded>
        <Retry error={use.error} onRetry={use.retry} />
      </div>
    );
  }
  const given = {
    label: list.texts.title,
    rows,
    pageSize: list.pageSize,
    rules: list.row,
    search: use.state.search,
    params: use.paramsOf(use.state.page),
    seen,
    onOpen: open,
    selection,
  };
  return (
    <>
      {rows && use.error && !use.loading && (
        <Message tone="red" title={t.failed}>
          <p className={css.reason}>{inWords(asProblem(use.error)).text}</p>
          <Button variant="default" size="xs" onClick={use.retry}>
            {common.retry}
          </Button>
        </Message>
      )}
      <div
        ref={rowClicks}
        className={css.box}
        data-bare={list.card ? true : undefined}
        data-loading={use.loading || undefined}
        data-old={use.old || undefined}
        aria-busy={use.loading}
      >
        {rows?.length === 0 ? (
          <Empty text={list.texts.empty} onReset={onReset} />
        ) : list.card || phone ? (
          <ListCards {...given} columns={list.columns} card={list.card} />
        ) : (
          <ListTable {...given} columns={list.columns ?? []} sorting={sorting} />
        )}
      </div>
    </>
  );
}
