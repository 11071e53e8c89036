/** The scanned token of a QR code, or a typed number. */
export type Shown = { token: string } | { number: string };

const handleLength = 10; // the rest of a token is its proof, which renews

/** Identifies the card of a scanned text, whichever of its codes it is; other texts identify themselves. */
export function cardOf(text: string): string {
  const shown = shownIn(text);
  return shown && 'token' in shown ? shown.token.slice(0, handleLength) : text;
}

/** Parses scanned text; null if it is not a card. */
export function shownIn(text: string): Shown | null {
  const [, token] = /(?:\/C\/|^)([0-9A-Z]{20})\s*$/i.exec(text.trim()) ?? [];
  if (token) return { token: token.toUpperCase() };
  const digits = text.replace(/\s/g, '');
  return /^\d{10}$/.test(digits) ? { number: digits } : null;
}
