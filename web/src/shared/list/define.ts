import type { ComponentType, ReactNode } from 'react';
import type { Area } from '../access/access.gen';
import type { Filters } from './filter';
import type { ListQuery, PageOf } from './query';
import type { Direction } from './state';

/** One way to sort: its word, and the direction that it starts with. */
export type SortOption = { label: string; first: Direction };

/** A column of a table; on the phone a piece of a compact card. */
export type Column<Row> = {
  title: string;
  /** What the cell says; empty is shown as a dash. Cut where it does not fit, whole in the tooltip. */
  text: (row: Row) => string;
  /** Where it matches the search it is highlighted. */
  marked?: boolean;
  /** After the text, never cut: a badge. */
  after?: (row: Row) => ReactNode;
  /** Instead of the text, where plain words are not enough. */
  cell?: (row: Row) => ReactNode;
  /** A second line: where in a longer text the search was found. */
  under?: (row: Row, search: string) => ReactNode;
  /** Pixels, or a share of the table ('38%'); columns without it share the rest. */
  width?: number | string;
  /** The width where the menu is folded, if another. */
  narrow?: number | string;
  /** Only where the menu is not folded: on a narrow screen the columns that the specification names get its room. */
  roomy?: true;
  /** Tabular numerals, broken only between words. */
  numeric?: boolean;
  /** The sort that a click on the header chooses. */
  sort?: string;
  /** The name of the row: its link stands here, and on the phone it is the heading. The first column unless one says so. */
  heading?: true;
  /** On the phone: a line of its own, a part of the last line, or nothing. */
  compact?: 'line' | 'part' | 'none';
  /** On the phone, where the header is not there to say what a bare value means. */
  compactText?: (row: Row) => string;
};

/** What a list knows of its rows. */
export type RowRules<Row> = {
  id: (row: Row) => string;
  /** The address of a row's card; without it rows are not links, or this one is not. The row is not known of a card's neighbours. */
  href?: (id: string, row?: Row) => string | undefined;
  /** Blocked and rejected rows step back. */
  subdued?: (row: Row) => boolean;
  /** Why a row cannot be ticked; nothing when it can. */
  locked?: (row: Row) => string | false;
  /** Small buttons of a row, above its link. */
  tools?: (row: Row) => ReactNode;
};

/** Where a card stands in its list. */
export type Near = {
  previous: string | null;
  next: string | null;
  /** From one; nought when the card is not in the list. */
  position: number;
  total: number;
};

/** What a page's own action or selection bar is told of the list. */
export type ListView<F extends Filters = Filters> = { query: ListQuery<F>; total: number };

/** What the bar over a selection is given. */
export type SelectionProps<Row> = ListView & {
  rows: readonly Row[];
  ids: readonly string[];
  /** Not the ticked rows alone are meant, but all that the list finds. */
  whole: boolean;
  clear: () => void;
};

/** Words of one list. */
type ListTexts = {
  title: string;
  /** When there is nothing at all: no search, no filters, no rows. */
  empty: string;
  /** Stands beside the total: what is left out of it. */
  note?: string;
};

// Methods, not function properties: so a list with some filters is also a list with any.
type Common<Row, F extends Filters> = {
  area: Area;
  /** The page's path; also tells the lists of one area apart. */
  path: string;
  fetch(query: ListQuery<F>, signal: AbortSignal): Promise<PageOf<Row>>;
  /** Where a card stands in the list: cards get their previous and next. */
  neighbours?(id: string, query: ListQuery<F>, signal: AbortSignal): Promise<Near>;
  pageSize: number;
  /** Where the back button leads when there is no page to return to; for lists that stand within something. */
  back?: string;
  /** In place of the rows as long as nothing is searched for or filtered. */
  idle?: ComponentType;
  /** False where the server has no search for these rows. */
  search?: false;
  /** By wire name; the first is the default. */
  sort: Readonly<Record<string, SortOption>>;
  filters: F;
  row: RowRules<Row>;
  /** The page's own actions, after the tools. */
  actions?(props: ListView<F>): ReactNode;
  /** Checkboxes on rows, and the bar that stands while some are ticked. */
  selection?: ComponentType<SelectionProps<Row>>;
  /** How many rows may be selected as «all that is found»; nought where only those of the page can be. */
  wholeLimit?(query: ListQuery<F>): number;
  texts: ListTexts;
};

/** Rows as a table, which on the phone becomes compact cards. */
type TableView<Row> = { columns: readonly Column<Row>[]; card?: undefined };

/** What a card of a list's own is drawn with. */
export type CardTools = {
  /** Highlights where a text matches the search. */
  mark: (text: string) => ReactNode;
  /** Makes its content the link of the whole card. */
  link: (content: ReactNode) => ReactNode;
};

/** Rows as cards at every width. */
type CardView<Row> = {
  columns?: undefined;
  card: (row: Row, tools: CardTools) => ReactNode;
};

/** A list as its page declares it. */
export type ListDefinition<Row, F extends Filters = Filters> = Common<Row, F> &
  (TableView<Row> | CardView<Row>);

/** Declares a list; everything else is done by ListPage. */
export const defineList = <Row, F extends Filters>(definition: ListDefinition<Row, F>) =>
  definition;
