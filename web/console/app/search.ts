/** Search parameters as strings, without type guessing: ?q=123 stays a string. */
export type Search = Record<string, string>;

/** Parses the search part of a URL. */
export const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text));

/** Serialises search parameters, without empty ones. */
export function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
  return text ? `?${text}` : '';
}
