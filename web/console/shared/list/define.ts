import type { ComponentType, ReactNode } from 'react';
import type { Area, Role } from '../access/access.gen';
import type { Exported } from '../export/useExport';
import type { Operator } from '../session/token';
import type { Filters } from './filter';
import type { ListQuery, PageOf } from './query';
import type { SortOption } from './state';

/** A column of the table, and a part of the compact card on phones. */
export type Column<Row> = {
  title: string;
  /** The text of the cell; empty is shown as a dash. Truncated to fit, with the full text in a tooltip. */
  text: (row: Row) => string;
  /** Highlights matches of the search. */
  marked?: boolean;
  /** Content after the text that is never truncated: a badge. */
  after?: (row: Row) => ReactNode;
  /** Custom content instead of the text. */
  cell?: (row: Row) => ReactNode;
  /** A second line: an excerpt with the match. */
  under?: (row: Row, search: string) => ReactNode;
  /** Pixels: exact, or the least and the most. Columns with a fraction as the most share what the others leave. */
  width?: number | readonly [least: number, most: number | `${number}fr`];
  /** Hidden on narrower screens, to leave room for the required columns: with a collapsed menu, or below 1600 px. */
  from?: 'unfolded' | 'wide';
  /** Who sees the column; by default everybody. */
  shownTo?: (operator: Operator) => boolean;
  /** Tabular numerals that wrap only between words. */
  numeric?: boolean;
  /** The sort option of the header. */
  sort?: string;
  /** Names the row: has the row's link, and is the heading on phones. Default: the first column. */
  heading?: true;
  /** On phones: its own line, a part of the last line, or hidden. */
  compact?: 'line' | 'part' | 'none';
  /** The text on phones, where no header explains the value. */
  compactText?: (row: Row) => string;
};

/** Identity, link and state of a list's rows. */
export type RowRules<Row> = {
  id: (row: Row) => string;
  /** The path of a row's card; undefined if the row is not a link. For neighbours of a card the row is unknown. */
  href?: (id: string, row?: Row) => string | undefined;
  /** Greys the row out: blocked and rejected ones. */
  subdued?: (row: Row) => boolean;
  /** Why a row cannot be selected; false if it can. */
  locked?: (row: Row) => string | false;
  /** Buttons of a row, above its link. */
  tools?: (row: Row) => ReactNode;
};

/** A card's place in its list. */
export type ListPlace = {
  previous: string | null;
  next: string | null;
  /** From 1; 0 if the card is not in the list. */
  position: number;
  total: number;
};

/** What page actions and the selection bar know about the list. */
export type ListView<F extends Filters = Filters> = { query: ListQuery<F>; total: number };

/** Props of a selection bar. */
export type SelectionProps<Row> = ListView & {
  rows: readonly Row[];
  ids: readonly string[];
  /** All rows that match the filter are selected, not only the ticked ones. */
  allFound: boolean;
  clear: () => void;
};

/** Texts of a list. */
type ListTexts = {
  title: string;
  /** The title of the page where it depends on the role, like the menu's. */
  titleFor?: (role: Role) => string;
  /** Shown without rows, search and filters. */
  empty: string;
  /** Shown below it: what to do next, or what will fill the list. */
  hint?: string;
  /** Shown next to the total: what it leaves out. */
  note?: string;
};

// Methods, not function properties: bivariance makes a list with some filters assignable to a list with any.
type Common<Row, F extends Filters> = {
  area: Area;
  /** The page's path; also part of the query key. */
  path: string;
  fetch(query: ListQuery<F>, signal: AbortSignal): Promise<PageOf<Row>>;
  /** Finds a card's place, for its links to the previous and next card. */
  neighbours?(id: string, query: ListQuery<F>, signal: AbortSignal): Promise<ListPlace>;
  pageSize: number;
  /** Fallback of the back button, for lists that belong to another page. */
  back?: string;
  /** Shown instead of rows until something is searched or filtered. */
  idle?: ComponentType;
  /** False if the server cannot search these rows. */
  search?: false;
  /** By the server's field name; the first is the default. */
  sort: Readonly<Record<string, SortOption>>;
  filters: F;
  row: RowRules<Row>;
  /** How the list is exported to a spreadsheet; by default it is not. */
  exported?: Exported<F>;
  /** The page's own actions in the toolbar. */
  actions?(props: ListView<F>): ReactNode;
  /** Enables checkboxes; the bar is shown while rows are selected. */
  selection?: ComponentType<SelectionProps<Row>>;
  /** Maximum of rows for "select all found"; 0 disables it. */
  allFoundLimit?(query: ListQuery<F>): number;
  texts: ListTexts;
};

/** A table that becomes compact cards on phones. */
type TableView<Row> = { columns: readonly Column<Row>[]; card?: undefined };

/** Helpers for a list's own cards. */
export type CardTools = {
  /** Highlights matches of the search. */
  mark: (text: string) => ReactNode;
  /** Makes its content the link that covers the card. */
  link: (content: ReactNode) => ReactNode;
};

/** Cards at every width. */
type CardView<Row> = {
  columns?: undefined;
  card: (row: Row, tools: CardTools) => ReactNode;
};

/** The declaration of a list. */
export type ListDefinition<Row, F extends Filters = Filters> = Common<Row, F> &
  (TableView<Row> | CardView<Row>);

/** Declares a list for ListPage. */
export const defineList = <Row, F extends Filters>(definition: ListDefinition<Row, F>) =>
  definition;
