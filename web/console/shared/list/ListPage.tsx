import { useEffect } from 'react';
import { useOperator } from '../session/session';
import { Page } from '../ui/Page';
import type { ListDefinition } from './define';
import type { Filters } from './filter';
import { AboutRows, HeldRows, useHeldRows } from './held';
import { keepFocus } from './keepFocus';
import css from './ListPage.module.css';
import { ListRows } from './ListRows';
import { Pagination } from './Pagination';
import { pageCount } from './pages';
import { SelectionBar } from './SelectionBar';
import { Summary } from './Summary';
import summary from './Summary.module.css';
import { cleared, isNarrowed, relisted } from './state';
import { Toolbar } from './Toolbar';
import { t } from './texts';
import { useAllFound } from './useAllFound';
import { useList } from './useList';
import { useSelection } from './useSelection';

type Props<Row, F extends Filters> = { list: ListDefinition<Row, F> };
type ListingProps<Row, F extends Filters> = Props<Row, F> & {
  listing: ReturnType<typeof useList<Row, F>>;
};

// A page past the end (rows were removed, or the link is old) is replaced by the last page.
function usePages<Row, F extends Filters>({ list, listing }: ListingProps<Row, F>) {
  const { page, old, state, change } = listing;
  const pages = page ? pageCount(page.total, list.pageSize) : 1;
  const beyond = page !== undefined && !old && state.page > pages;
  useEffect(() => {
    if (beyond) change((now) => ({ ...now, page: pages }), 'replace');
  }, [beyond, pages, change]);
  return { pages, beyond };
}

/** The total, the rows and the pagination. */
function Listed<Row, F extends Filters>({ list, listing }: ListingProps<Row, F>) {
  const { state, query, page, change } = listing;
  const { pages, beyond } = usePages({ list, listing });
  const { id, locked } = list.row;
  const { rows, held } = useHeldRows(beyond ? undefined : page?.rows, id);
  const selection = useSelection(rows?.filter((row) => !locked?.(row)).map(id) ?? []);
  const total = page?.total ?? 0;
  const limit = list.allFoundLimit?.(query) ?? 0;
  const allFound = useAllFound(selection, { query, total, limit });
  const onReset = isNarrowed(list, state) ? () => change((now) => cleared(list, now)) : undefined;
  const Bar = list.selection;
  const selecting = Bar !== undefined && selection.some;
  return (
    <HeldRows value={held}>
      <div className={summary.summary} data-home tabIndex={-1}>
        <div className={summary.line} data-selecting={selecting || undefined}>
          {/* One live region for both counts: it must exist before its text changes. */}
          <span className={summary.total} role="status">
            {selecting
              ? t.select.count(allFound.selected ? total : selection.ids.length)
              : page && t.total(page.total)}
          </span>
          {selecting && Bar ? (
            <SelectionBar allFound={allFound.offer} onClear={selection.clear}>
              <AboutRows ids={allFound.selected ? [] : selection.ids}>
                <Bar
                  query={query}
                  total={total}
                  allFound={allFound.selected}
                  ids={selection.ids}
                  rows={rows?.filter((row) => selection.has(id(row))) ?? []}
                  clear={selection.clear}
                />
              </AboutRows>
            </SelectionBar>
          ) : (
            <Summary
              note={list.texts.note}
              filters={list.filters}
              values={state.filters}
              onChange={(name, value) =>
                change((now) => relisted(now, { filters: { ...now.filters, [name]: value } }))
              }
              onReset={onReset}
            />
          )}
        </div>
      </div>
      <ListRows
        list={list}
        listing={listing}
        rows={rows}
        selection={Bar && selection}
        onReset={onReset}
      />
      <Pagination
        page={Math.min(state.page, pages)}
        pages={pages}
        paramsOf={listing.paramsOf}
        onGo={(target) => change((now) => ({ ...now, page: target }))}
      />
    </HeldRows>
  );
}

/** A list declared with defineList, inside a page. */
export function ListPanel<Row, F extends Filters>({ list }: Props<Row, F>) {
  const listing = useList(list);
  const { actions: Actions, idle: Idle } = list;
  return (
    <div ref={keepFocus} className={css.list} data-bar={Boolean(Actions ?? list.selection)}>
      <Toolbar
        list={list}
        listing={listing}
        idle={listing.idle}
        actions={Actions && <Actions query={listing.query} total={listing.page?.total ?? 0} />}
      />
      {Idle && listing.idle ? <Idle /> : <Listed list={list} listing={listing} />}
    </div>
  );
}

/** The page of a list declared with defineList. */
export function ListPage<Row, F extends Filters>({ list }: Props<Row, F>) {
  const { role } = useOperator();
  const { title, titleFor } = list.texts;
  return (
    <Page title={titleFor?.(role) ?? title} back={list.back} wide>
      <ListPanel list={list} />
    </Page>
  );
}
