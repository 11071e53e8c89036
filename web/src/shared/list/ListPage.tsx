import { useEffect } from 'react';
import { Page } from '../ui/Page';
import type { ListDefinition } from './define';
import type { Filters } from './filter';
import css from './ListPage.module.css';
import { ListRows } from './ListRows';
import { Pagination } from './Pagination';
import { pageCount } from './pages';
import { SelectionBar } from './SelectionBar';
import { Summary } from './Summary';
import { cleared, isNarrowed, relisted } from './state';
import { Toolbar } from './Toolbar';
import { useList } from './useList';
import { useSelection } from './useSelection';

type Props<Row, F extends Filters> = { list: ListDefinition<Row, F> };
type Use<Row, F extends Filters> = ReturnType<typeof useList<Row, F>>;

// A page past the end (rows were removed, or the link is old) gives way to the last one there is.
function usePages<Row, F extends Filters>(list: ListDefinition<Row, F>, use: Use<Row, F>) {
  const { page, old, state, change } = use;
  const pages = page ? pageCount(page.total, list.pageSize) : 1;
  const beyond = page !== undefined && !old && state.page > pages;
  useEffect(() => {
    if (beyond) change((now) => ({ ...now, page: pages }), 'replace');
  }, [beyond, pages, change]);
  return { pages, beyond };
}

/** A list page: a list declared by defineList, with everything that lists do. */
export function ListPage<Row, F extends Filters>({ list }: Props<Row, F>) {
  const use = useList(list);
  const { state, query, page, change } = use;
  const { pages, beyond } = usePages(list, use);
  const rows = beyond ? undefined : page?.rows;
  const selection = useSelection(rows?.map(list.row.id) ?? []);
  const reset = () => change((now) => cleared(list, now));
  const narrowed = isNarrowed(list, state);
  const { actions: Actions, selection: Bar } = list;
  const total = page?.total ?? 0;
  return (
    <Page title={list.texts.title} back={list.back} wide>
      <div className={css.list}>
        <Toolbar
          list={list}
          use={use}
          actions={Actions && <Actions query={query} total={total} />}
        />
        {Bar && selection.some ? (
          <SelectionBar count={selection.ids.length} onClear={selection.clear}>
            <Bar
              query={query}
              total={total}
              ids={selection.ids}
              rows={rows?.filter((row) => selection.has(list.row.id(row))) ?? []}
              clear={selection.clear}
            />
          </SelectionBar>
        ) : (
          <Summary
            total={page?.total}
            filters={list.filters}
            values={state.filters}
            onChange={(name, value) =>
              change((now) => relisted(now, { filters: { ...now.filters, [name]: value } }))
            }
            onReset={narrowed ? reset : undefined}
          />
        )}
        <ListRows
          list={list}
          use={use}
          rows={rows}
          selection={Bar && selection}
          onReset={narrowed ? reset : undefined}
        />
        <Pagination
          page={Math.min(state.page, pages)}
          pages={pages}
          paramsOf={use.paramsOf}
          onGo={(target) => change((now) => ({ ...now, page: target }))}
        />
      </div>
    </Page>
  );
}
