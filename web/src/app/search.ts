/** Search parameters as the pages see them: texts, nothing guessed (?q=123 stays a text). */
export type Search = Record<string, string>;

/** Reads the search part of an address. */
export const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text));

/** Writes it; what is empty or absent is left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text ? `?${text}` : '';
}
