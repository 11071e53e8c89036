/** Default limit of rich text in characters. */
export const usualRichText = 700;

/** How long the message about a too long text is shown, ms. */
export const tooLongTime = 6000;

/** The text content of HTML. DOMParser neither runs scripts nor loads resources. */
export const plainText = (html: string) =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';

/** Length in code points, as the server counts, not in UTF-16 units. */
export const countCharacters = (text: string) => [...text].length;

const schemes = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Whether a URL is absolute and has a scheme that the server accepts. */
export const isLink = (address: string) =>
  !/\s/.test(address) && URL.canParse(address) && schemes.has(new URL(address).protocol);

/** Parses a typed link; a bare domain gets https://. Null if it is invalid. */
export function linkAddress(typed: string): string | null {
  const text = typed.trim();
  const bare = /^[^/:?#@]+\.[^/:?#@.]{2,}(?:[/?#].*)?$/.test(text);
  const url = bare ? `https://${text}` : text;
  return isLink(url) ? url : null;
}
