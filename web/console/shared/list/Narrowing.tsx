import { lazily } from '../ui/lazily';
import { FilterControls, filtersAt } from './FilterControls';
import { FilterPopup } from './FilterPopup';
import type { SheetProps } from './FilterSheet';
import { SortControls } from './SortControls';
import css from './Toolbar.module.css';
import { usePhone } from './usePhone';

// Phones alone need it.
const FilterSheet = lazily(() => import('./FilterSheet').then((file) => file.FilterSheet), {
  waiting: <span className={css.sheetButton} />,
});

/** Filters and sort in the toolbar; on phones a sheet has them, and the export. */
export function Narrowing(props: SheetProps) {
  const { filters, values, onChange, sorting } = props;
  const given = { values, onChange };
  if (usePhone()) return <FilterSheet {...props} />;
  return (
    <>
      <FilterPopup {...given} filters={filtersAt(filters, 'popup')} />
      <FilterControls {...given} filters={filtersAt(filters, 'toolbar')} />
      {sorting && <SortControls {...sorting} />}
    </>
  );
}
