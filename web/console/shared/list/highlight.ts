import { t } from './texts';

// Mirrors internal/platform/listquery/terms.go, so that the highlighted text is what the server matched.

type Term = { spellings: string[]; prefix: boolean; number: boolean };

/** A range of a text: from inclusive, to exclusive. */
export type Range = [from: number, to: number];

const prefixLength = 2;
const latinKeys = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";

const pairs = (from: string, to: string) =>
  new Map([...from].map((key, i) => [key, [...to][i] ?? key]));
const toCyrillic = pairs(latinKeys, t.keys);
const toLatin = pairs(t.keys, latinKeys);

// The server treats \u0451 (yo) and \u0435 (ye) as equal.
const fold = (text: string) => text.toLowerCase().replaceAll('\u0451', '\u0435');
const digits = (text: string) => text.replace(/[^0-9]/g, '');

function otherLayout(word: string): string {
  const keys = /[a-z]/.test(word) ? toCyrillic : toLatin;
  return fold([...word].map((key) => keys.get(key) ?? key).join(''));
}

const numberTerm = (number: string): Term => ({
  spellings: number.startsWith('8') ? [number, `7${number.slice(1)}`] : [number],
  prefix: false,
  number: true,
});

const wordTerm = (word: string): Term =>
  /^[0-9]+$/.test(word)
    ? numberTerm(word)
    : {
        spellings: [...new Set([word, otherLayout(word)])],
        prefix: [...word].length <= prefixLength,
        number: false,
      };

/** The terms of a search. */
function termsOf(search: string): Term[] {
  const folded = fold(search.trim());
  if (/^[0-9+\-() .]+$/.test(folded)) return digits(folded) ? [numberTerm(digits(folded))] : [];
  return folded.split(/\s+/).filter(Boolean).map(wordTerm);
}

// The folded text and, for each of its characters, the position in the original.
function project(text: string, keep: (char: string) => boolean) {
  let folded = '';
  const places: Range[] = [];
  let at = 0;
  for (const char of text) {
    if (keep(char)) {
      const written = fold(char);
      folded += written;
      for (let i = 0; i < written.length; i += 1) places.push([at, at + char.length]);
    }
    at += char.length;
  }
  return { folded, places };
}

const isDigit = (char: string) => char >= '0' && char <= '9';
const isWordChar = (char: string | undefined) => char !== undefined && /[\p{L}\p{N}]/u.test(char);

function found(text: string, term: Term): Range[] {
  const { folded, places } = project(text, term.number ? isDigit : () => true);
  const ranges: Range[] = [];
  for (const spelling of term.spellings) {
    for (let i = folded.indexOf(spelling); i >= 0; i = folded.indexOf(spelling, i + 1)) {
      if (term.prefix && isWordChar(folded[i - 1])) continue;
      const [from] = places[i] ?? [0];
      const [, to] = places[i + spelling.length - 1] ?? [0, 0];
      ranges.push([from, to]);
    }
  }
  return ranges;
}

/** Non-overlapping ranges of a text that match a search, in order. */
export function matchesIn(text: string, search: string): Range[] {
  const ranges = termsOf(search)
    .flatMap((term) => found(text, term))
    .sort(([a], [b]) => a - b);
  const merged: Range[] = [];
  for (const [from, to] of ranges) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

const before = 16;
const longest = 160;

/** An excerpt around the first match, cut at words; empty without a match. */
export function excerptOf(text: string, search: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  const [first] = matchesIn(plain, search);
  if (!first) return '';
  const cut = Math.max(0, first[0] - before);
  const from = cut === 0 ? 0 : Math.min(plain.indexOf(' ', cut) + 1 || cut, first[0]);
  const piece = plain.slice(from, from + longest);
  const ends = from + longest >= plain.length;
  const shown = ends ? piece : piece.slice(0, Math.max(piece.lastIndexOf(' '), first[1] - from));
  return `${from > 0 ? '\u2026' : ''}${shown}${ends ? '' : '\u2026'}`;
}
