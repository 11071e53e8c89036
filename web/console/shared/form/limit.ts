import { countCharacters } from './richText';
import { t } from './texts';

/** The error of a text over its limit. Fields do not truncate input; they show its length instead. */
export function overLimit(text: string, limit: number): string | undefined {
  const count = countCharacters(text.trim());
  return count > limit ? t.overLimit(limit, count) : undefined;
}
