import type { Filter } from '../filter';

/** Something to choose: its wire value and its word. */
export type Option = { value: string; label: string };

// Not a comma: it would be escaped in the address.
const separator = '.';

/** The server takes no more values of one filter. */
const most = 100;

const isWord = (text: string) => /^[\w-]{1,64}$/.test(text);

/** How a filter of several values stands in the address and in the request. */
export const severalCodec: Pick<
  Filter<readonly string[], string[]>,
  'none' | 'read' | 'write' | 'body'
> = {
  none: [],
  read: (text) => [...new Set(text.split(separator).filter(isWord))].slice(0, most),
  write: (values) => values.join(separator),
  body: (values) => [...values],
};

/** The values with one more, or one less. */
export const toggled = (values: readonly string[], value: string) =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
