import type { Filter } from '../filter';

/** An option: the server's value and a label. */
export type Option = { value: string; label: string };

// Not a comma: the URL would escape it.
const separator = '.';

/** The server's maximum of values in one filter. */
const most = 100;

const isWord = (text: string) => /^[\w-]{1,64}$/.test(text);

/** URL and request format of a filter with several values. */
export const severalCodec: Pick<
  Filter<readonly string[], string[]>,
  'none' | 'read' | 'write' | 'body'
> = {
  none: [],
  read: (text) => [...new Set(text.split(separator).filter(isWord))].slice(0, most),
  write: (values) => values.join(separator),
  body: (values) => [...values],
};

/** Adds or removes a value. */
export const toggled = (values: readonly string[], value: string) =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
