import type { ReactNode } from 'react';

/** A removable chip for one value of an active filter. */
type Chip<V> = {
  id: string;
  label: ReactNode;
  /** The filter's value after removing the chip. */
  without: V;
};

/** Props of a filter's control. */
export type ControlProps<V> = { title: string; value: V; onChange(value: V): void };

/** A value that one click sets. */
type QuickValue<V> = { value: V; label: string };

/**
 * A filter of a list: its value in the URL, in the request and in the chips, and its control.
 * Methods, not function properties: bivariance makes it assignable to Filter<unknown, unknown>.
 */
export type Filter<V, B> = {
  title: string;
  /** In the filter popup, or as its own control in the toolbar. */
  place: 'popup' | 'toolbar';
  none: V;
  /** Parses the URL parameter; an invalid one means no filter. */
  read(text: string): V;
  /** The URL parameter; empty for no filter. */
  write(value: V): string;
  /** The value in the request body. */
  body(value: V): B;
  chips(value: V): readonly Chip<V>[];
  control(props: ControlProps<V>): ReactNode;
  /** Shown as toggles next to the total, instead of chips. */
  quick?: readonly QuickValue<V>[];
};

/** The filters of a list by name, in the URL and in the request. */
export type Filters = Readonly<Record<string, Filter<unknown, unknown>>>;

/** The filters' part of the request body. */
export type BodyOf<F extends Filters> = {
  [K in keyof F]: F[K] extends Filter<infer _V, infer B> ? B : never;
};
