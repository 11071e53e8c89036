import { countCharacters } from './richText';
import { t } from './texts';

/** Says of a text that is too long how long it is; nothing is cut while it is typed. */
export function overLimit(text: string, limit: number): string | undefined {
  const count = countCharacters(text.trim());
  return count > limit ? t.overLimit(limit, count) : undefined;
}
