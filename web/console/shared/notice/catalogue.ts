import { type Problem, unexpected, unreachable } from '../../../kit/api/problem';
import { t } from './texts';

/** Title and text of an error notification. */
export type ErrorNotice = { title: string; text: string };

/** A screen's own texts by status; `other` covers the rest, except an unreachable server. */
export type ErrorTexts = {
  title?: string;
  [status: number]: string | ((problem: Problem) => string);
  other?: string | ((problem: Problem) => string);
};

const catalogue: Record<number, string> = {
  401: t.unauthorized,
  403: t.forbidden,
  404: t.notFound,
  409: t.conflict,
  [unexpected]: t.unexpected,
};

// For these, and for a problem with a type, the server's own text says what to do (rules 4).
const spoken = new Set([413, 415, 422, 429, 503]);

function words(problem: Problem): string {
  const { status, type, detail, number } = problem;
  if (type && detail) return detail;
  const known = catalogue[status];
  if (known) return known;
  if (spoken.has(status) && detail) return detail;
  return number ? `${t.other} ${t.number(number)}` : t.other;
}

/** The texts of a problem: the screen's own, or those of the error catalogue (rules 4). */
export function inWords(problem: Problem, own: ErrorTexts = {}): ErrorNotice {
  const rest = problem.status === unreachable ? undefined : own.other;
  const said = own[problem.status] ?? rest;
  const text = typeof said === 'function' ? said(problem) : said;
  return { title: own.title ?? t.title, text: text || words(problem) };
}
