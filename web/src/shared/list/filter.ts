import type { ReactNode } from 'react';

/** One value of an active filter, shown as a chip that can be taken away. */
type Chip<V> = {
  id: string;
  label: ReactNode;
  /** What is left of the filter without it. */
  without: V;
};

/** What a filter's control is given. */
export type ControlProps<V> = { title: string; value: V; onChange(value: V): void };

/**
 * A filter of a list: how its value stands in the address, in the request, in the chips, and how it
 * is chosen. Methods, not function properties: so a filter of something is also a filter of unknown.
 */
export type Filter<V, B> = {
  title: string;
  /** In the filter popup with others, or a button of its own in the toolbar. */
  place: 'popup' | 'toolbar';
  none: V;
  /** Reads the address; nonsense is no filter. */
  read(text: string): V;
  /** Writes the address; nothing for no filter. */
  write(value: V): string;
  /** What the request says. */
  body(value: V): B;
  chips(value: V): readonly Chip<V>[];
  control(props: ControlProps<V>): ReactNode;
};

/** The filters of a list, by the name that both the address and the request use. */
export type Filters = Readonly<Record<string, Filter<unknown, unknown>>>;

/** What the filters put into the request's body. */
export type BodyOf<F extends Filters> = {
  [K in keyof F]: F[K] extends Filter<infer _V, infer B> ? B : never;
};
