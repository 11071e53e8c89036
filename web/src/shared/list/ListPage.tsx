import { useEffect } from 'react';
import { Page } from '../ui/Page';
import type { ListDefinition } from './define';
import type { Filters } from './filter';
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
import { useList } from './useList';
import { useSelection } from './useSelection';
import { useWhole } from './useWhole';

type Props<Row, F extends Filters> = { list: ListDefinition<Row, F> };
type Use<Row, F extends Filters> = ReturnType<typeof useList<Row, F>>;
type Given<Row, F extends Filters> = Props<Row, F> & { use: Use<Row, F> };

// A page past the end (rows were removed, or the link is old) gives way to the last one there is.
function usePages<Row, F extends Filters>({ list, use }: Given<Row, F>) {
  const { page, old, state, change } = use;
  const pages = page ? pageCount(page.total, list.pageSize) : 1;
  const beyond = page !== undefined && !old && state.page > pages;
  useEffect(() => {
    if (beyond) change((now) => ({ ...now, page: pages }), 'replace');
  }, [beyond, pages, change]);
  return { pages, beyond };
}

/** What is listed: how many, the rows, the pages. */
function Listed<Row, F extends Filters>({ list, use }: Given<Row, F>) {
  const { state, query, page, change } = use;
  const { pages, beyond } = usePages({ list, use });
  const rows = beyond ? undefined : page?.rows;
  const { id, locked } = list.row;
  const selection = useSelection(rows?.filter((row) => !locked?.(row)).map(id) ?? []);
  const total = page?.total ?? 0;
  const whole = useWhole(selection, { query, total, limit: list.wholeLimit?.(query) ?? 0 });
  const onReset = isNarrowed(list, state) ? () => change((now) => cleared(list, now)) : undefined;
  const Bar = list.selection;
  return (
    <>
      <div className={summary.summary} data-home tabIndex={-1}>
        {/* One live region for both numbers: it must be there before its text changes. */}
        <span className={summary.total} role="status">
          {Bar && selection.some
            ? t.select.count(whole.selected ? total : selection.ids.length)
            : page && t.total(page.total)}
        </span>
        {Bar && selection.some ? (
          <SelectionBar whole={whole.offer} onClear={selection.clear}>
            <Bar
              query={query}
              total={total}
              whole={whole.selected}
              ids={selection.ids}
              rows={rows?.filter((row) => selection.has(id(row))) ?? []}
              clear={selection.clear}
            />
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
      <ListRows list={list} use={use} rows={rows} selection={Bar && selection} onReset={onReset} />
      <Pagination
        page={Math.min(state.page, pages)}
        pages={pages}
        paramsOf={use.paramsOf}
        onGo={(target) => change((now) => ({ ...now, page: target }))}
      />
    </>
  );
}

/** A list page: a list declared by defineList, with everything that lists do. */
export function ListPage<Row, F extends Filters>({ list }: Props<Row, F>) {
  const use = useList(list);
  const { actions: Actions, idle: Idle, back, texts } = list;
  return (
    <Page title={texts.title} back={back} wide>
      <div ref={keepFocus} className={css.list}>
        <Toolbar
          list={list}
          use={use}
          idle={use.idle}
          actions={Actions && <Actions query={use.query} total={use.page?.total ?? 0} />}
        />
        {Idle && use.idle ? <Idle /> : <Listed list={list} use={use} />}
      </div>
    </Page>
  );
}
