import * as v from 'valibot';
import { t } from './texts';

/** Rich text takes so many characters unless its field says otherwise (spec §5). */
export const usualRichText = 700;

/** How long the words about too long a text stand, ms (spec §5). */
export const tooLongTime = 6000;

/** The text of an HTML source without its tags. Nothing of it is run or loaded. */
export const plainText = (html: string) =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';

/** Characters of a text as the server counts them: whole ones, not halves of a pair. */
export const countCharacters = (text: string) => [...text].length;

const fits = (html: string, limit: number) => countCharacters(plainText(html)) <= limit;

/** A formatted text that may be blank; its tags do not count. */
export const optionalRichText = (limit: number = usualRichText) =>
  v.pipe(
    v.string(),
    v.check((html) => fits(html, limit), t.rich.tooLong(limit)),
  );

/** A formatted text that must not be blank. */
export const requiredRichText = (limit: number = usualRichText, message = t.required) =>
  v.pipe(
    v.string(),
    v.check((html) => plainText(html).trim() !== '', message),
    v.check((html) => fits(html, limit), t.rich.tooLong(limit)),
  );

const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Whether an address may stand in a link: whole, and of a kind that the server keeps. */
export const isLink = (address: string) =>
  !/\s/.test(address) && URL.canParse(address) && schemes.has(new URL(address).protocol);

/** What was typed as the address of a link; a bare site gets its scheme. Null when it is none. */
export function linkAddress(typed: string): string | null {
  const text = typed.trim();
  const bare = /^[^/:?#@]+\.[^/:?#@.]{2,}(?:[/?#].*)?$/.test(text);
  const whole = bare ? `https://${text}` : text;
  return isLink(whole) ? whole : null;
}
