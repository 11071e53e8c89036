const base = 'https://console.invalid';

/** A parsed URL of the console. */
export type InsideUrl = { href: string; pathname: string; search: string; hash: string };

// Backslashes and control characters: browsers read /\x and /<tab>/x as //x, another host.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const odd = /[\\\u0000-\u0020\u007f]/;

/** Parses a stored URL; null if it could lead outside the console (rules 17.17). */
export function insideUrl(value: string | null): InsideUrl | null {
  if (!value || value.length > 2000 || !value.startsWith('/') || odd.test(value)) return null;
  if (value.startsWith('//') || !URL.canParse(value, base)) return null;
  const { origin, pathname, search, hash } = new URL(value, base);
  // A URL that the parser normalises (dot segments, encodings) was not written by this console.
  const href = pathname + search + hash;
  if (origin !== base || href !== value || pathname.includes('//')) return null;
  return { href, pathname, search, hash };
}
