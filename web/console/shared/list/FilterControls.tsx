import type { Filters } from './filter';

/** Filters, their values, and how to change one. */
export type FilterProps = {
  filters: Filters;
  values: Readonly<Record<string, unknown>>;
  onChange: (name: string, value: unknown) => void;
};

/** The filters of a list that are in this place. */
export const filtersAt = (filters: Filters, place: 'popup' | 'toolbar'): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([, filter]) => filter.place === place));

/** The controls of filters. */
export function FilterControls({ filters, values, onChange }: FilterProps) {
  return Object.entries(filters).map(([name, { title, control: Control }]) => (
    <Control
      key={name}
      title={title}
      value={values[name]}
      onChange={(value) => onChange(name, value)}
    />
  ));
}
