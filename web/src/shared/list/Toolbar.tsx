import type { ReactNode } from 'react';
import type { ListDefinition } from './define';
import { FilterPopup } from './FilterPopup';
import type { Filters } from './filter';
import { SearchBox } from './SearchBox';
import { SortControls } from './SortControls';
import { firstDirection, relisted } from './state';
import css from './Toolbar.module.css';
import type { useList } from './useList';

type Props<Row, F extends Filters> = {
  list: ListDefinition<Row, F>;
  use: Pick<ReturnType<typeof useList<Row, F>>, 'state' | 'change' | 'search'>;
  actions: ReactNode;
};

/** The tools over a list: search, filters, sort, then the page's own actions. */
export function Toolbar<Row, F extends Filters>({ list, use, actions }: Props<Row, F>) {
  const { state, change, search } = use;
  const filters: Filters = list.filters;
  const filter = (name: string, value: unknown) =>
    change((now) => relisted(now, { filters: { ...now.filters, [name]: value } }));
  const sort = (field: string) =>
    change((now) => relisted(now, { sort: field, direction: firstDirection(list, field) }));
  const turn = () =>
    change((now) => relisted(now, { direction: now.direction === 'ASC' ? 'DESC' : 'ASC' }));
  return (
    <div className={css.toolbar}>
      {list.search !== false && <SearchBox value={state.search} onSearch={search} />}
      <FilterPopup filters={filters} values={state.filters} onChange={filter} />
      {Object.entries(filters)
        .filter(([, { place }]) => place === 'toolbar')
        .map(([name, { title, control: Control }]) => (
          <Control
            key={name}
            title={title}
            value={state.filters[name]}
            onChange={(value) => filter(name, value)}
          />
        ))}
      <SortControls
        options={list.sort}
        sort={state.sort}
        direction={state.direction}
        onSort={sort}
        onTurn={turn}
      />
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  );
}
