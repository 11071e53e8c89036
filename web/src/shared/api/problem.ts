/** One refused field of a form. */
export type FieldError = { field: string; message: string };

type Details = {
  title?: string;
  detail?: string;
  errors?: readonly FieldError[];
  /** Short number of an unexpected error, for support. */
  number?: string;
  /** The operator has waited as long as a call may take: no automatic retry. */
  waited?: boolean;
};

/** The status of a request that got no answer at all. */
export const unreachable = 0;

/** The status of an error in the console itself: no call has failed. */
export const unexpected = -1;

/** Every failure of a call: refused, broken, or never answered. */
export class Problem extends Error {
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  readonly number: string | undefined;
  readonly waited: boolean;

  constructor(status: number, details: Details = {}) {
    super(details.detail || details.title || `status ${status}`);
    this.name = 'Problem';
    this.status = status;
    this.title = details.title ?? '';
    this.detail = details.detail ?? '';
    this.errors = details.errors ?? [];
    this.number = details.number;
    this.waited = details.waited ?? false;
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

// What browsers and Vite say when the code of a page does not come.
const codeMissing = /dynamically imported module|Importing a module script|Unable to preload CSS/i;

/** Whether code that is loaded when needed did not come: the network or the server failed, not the code. */
export const isCodeMissing = (thrown: unknown) =>
  thrown instanceof Error && codeMissing.test(thrown.message);

const logged = new WeakSet<object>();

// Once per error: a screen calls asProblem on every render.
function logOnce(thrown: unknown) {
  const known = typeof thrown === 'object' && thrown !== null;
  if (known && logged.has(thrown)) return;
  if (known) logged.add(thrown);
  // biome-ignore lint/suspicious/noConsole: the only trace that a bug leaves in a browser
  console.error(thrown);
}

/** Whatever was thrown, as a problem. Anything but a refusal or a network failure is a bug and is logged. */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  if (isCodeMissing(thrown)) return new Problem(unreachable);
  logOnce(thrown);
  return new Problem(unexpected);
}

/** Whether something was cancelled by the caller: nothing failed. */
export const isAbort = (thrown: unknown) =>
  typeof thrown === 'object' && thrown !== null && 'name' in thrown && thrown.name === 'AbortError';
