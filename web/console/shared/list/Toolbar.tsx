import type { ReactNode } from 'react';
import { ExportButton } from '../export/ExportButton';
import { useExport } from '../export/useExport';
import { Views } from '../views/Views';
import type { ListDefinition } from './define';
import type { Filters } from './filter';
import { Narrowing } from './Narrowing';
import { SearchBox } from './SearchBox';
import { firstDirection, readState, relisted } from './state';
import css from './Toolbar.module.css';
import type { useList } from './useList';
import { usePhone } from './usePhone';

// Lists that belong to another page, and those without filters, have nothing to save.
const hasViews = <Row, F extends Filters>({ back, filters }: ListDefinition<Row, F>) =>
  back === undefined && Object.keys(filters).length > 0;

type Props<Row, F extends Filters> = {
  list: ListDefinition<Row, F>;
  listing: Pick<
    ReturnType<typeof useList<Row, F>>,
    'state' | 'change' | 'search' | 'page' | 'query' | 'paramsOf'
  >;
  actions: ReactNode;
  /** There are no rows to sort. */
  idle?: boolean;
};

/** Search, filters, sort, export and the page's own actions. On phones a sheet has the filters, the sort and the export. */
export function Toolbar<Row, F extends Filters>({ list, listing, actions, idle }: Props<Row, F>) {
  const { state, change, search, page, query, paramsOf } = listing;
  const phone = usePhone();
  const sorting = idle
    ? undefined
    : {
        options: list.sort,
        sort: state.sort,
        direction: state.direction,
        onSort: (sort: string) =>
          change((now) => relisted(now, { sort, direction: firstDirection(list, sort) })),
        onTurn: () =>
          change((now) => relisted(now, { direction: now.direction === 'ASC' ? 'DESC' : 'ASC' })),
      };
  const total = idle ? undefined : page?.total;
  const { exporting, dialog } = useExport({
    exported: idle ? undefined : list.exported,
    path: list.path,
    title: list.texts.title,
    query,
    total: total ?? 0,
  });
  return (
    <div className={css.toolbar}>
      {list.search !== false && <SearchBox value={state.search} onSearch={search} />}
      <Narrowing
        filters={list.filters}
        values={state.filters}
        onChange={(name, value) =>
          change((now) => relisted(now, { filters: { ...now.filters, [name]: value } }))
        }
        sorting={sorting}
        exporting={exporting}
        total={total}
      />
      {hasViews(list) && (
        <Views
          list={list.area}
          shape={list}
          params={paramsOf(1)}
          show={(params, how) => change(() => readState(list, params), how)}
        />
      )}
      {(actions || (exporting && !phone)) && (
        <div className={css.actions}>
          {exporting && !phone && <ExportButton exporting={exporting} />}
          {actions}
        </div>
      )}
      {dialog}
    </div>
  );
}
