/** One refused field of a form. */
export type FieldError = { field: string; message: string };

type Details = {
  title?: string;
  detail?: string;
  errors?: readonly FieldError[];
  /** Short number of an unexpected error, for support. */
  number?: string;
};

/** The status of a request that got no answer at all. */
export const unreachable = 0;

/** Every failure of a call: refused, broken, or never answered. */
export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  readonly number: string | undefined;

  constructor(status: number, details: Details = {}) {
    super(details.detail || details.title || `status ${status}`);
    this.name = 'Problem';
    this.status = status;
    this.title = details.title ?? '';
    this.detail = details.detail ?? '';
    this.errors = details.errors ?? [];
    this.number = details.number;
  }
}

const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const isFieldError = (value: unknown): value is FieldError =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as FieldError).field === 'string' &&
  typeof (value as FieldError).message === 'string';

/** Reads a problem document; anything else (a proxy's page) leaves only the status. */
export function problemOf(status: number, body: unknown): Problem {
  if (typeof body !== 'object' || body === null) return new Problem(status);
  const { title, detail, errors, number } = body as Record<string, unknown>;
  return new Problem(status, {
    title: text(title),
    detail: text(detail),
    errors: Array.isArray(errors) ? errors.filter(isFieldError) : [],
    number: text(number),
  });
}

/** Whatever was thrown, as a problem. */
export const asProblem = (thrown: unknown) =>
  thrown instanceof Problem ? thrown : new Problem(unreachable);

/** Whether something was cancelled by the caller: nothing failed. */
export const isAbort = (thrown: unknown) =>
  typeof thrown === 'object' && thrown !== null && 'name' in thrown && thrown.name === 'AbortError';
