import { type Problem, unexpected, unreachable } from '../api/problem';
import { t } from './texts';

/** What an operator is told of a failure. */
export type ErrorNotice = { title: string; text: string };

/** A screen's own words for some statuses; `other` covers the rest, except a server out of reach. */
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

// The server was reached and says in Russian what to do (contract §1): 'no connection' would be untrue.
const spoken = new Set([413, 415, 422, 429]);

function words(problem: Problem): string {
  const { status, detail, number } = problem;
  const known = catalogue[status];
  if (known) return known;
  if (spoken.has(status) && detail) return detail;
  return number ? `${t.other} ${t.number(number)}` : t.other;
}

/** The error catalogue of spec §8: a problem in words, with the screen's own where it has them. */
export function inWords(problem: Problem, own: ErrorTexts = {}): ErrorNotice {
  const rest = problem.status === unreachable ? undefined : own.other;
  const said = own[problem.status] ?? rest;
  const text = typeof said === 'function' ? said(problem) : said;
  return { title: own.title ?? t.title, text: text || words(problem) };
}
