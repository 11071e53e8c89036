/** A field error of a 422. */
export type FieldError = { field: string; message: string };

type Details = {
  /** Names a refusal that the program reacts to in a particular way. */
  type?: string;
  title?: string;
  detail?: string;
  errors?: readonly FieldError[];
  /** Id of an unexpected error, for support. */
  number?: string;
  /** The call timed out or failed late: do not retry automatically. */
  waited?: boolean;
};

/** The status of a request without a response. */
export const unreachable = 0;

/** The status of a bug in the app: no call has failed. */
export const unexpected = -1;

/** A failed call: an error response, or no response. */
export class Problem extends Error {
  readonly status: number;
  readonly type: string;
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly FieldError[];
  readonly number: string | undefined;
  readonly waited: boolean;

  constructor(status: number, details: Details = {}) {
    super(details.detail || details.title || `status ${status}`);
    this.name = 'Problem';
    this.status = status;
    this.type = details.type ?? '';
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

/** Parses a problem document; of anything else (a proxy's page) only the status is kept. */
export function problemOf(status: number, body: unknown, waited = false): Problem {
  if (typeof body !== 'object' || body === null) return new Problem(status, { waited });
  const { type, title, detail, errors, number } = body as Record<string, unknown>;
  return new Problem(status, {
    type: text(type),
    title: text(title),
    detail: text(detail),
    errors: Array.isArray(errors) ? errors.filter(isFieldError) : [],
    number: text(number),
    waited,
  });
}

// Error messages of browsers and Vite when a lazy chunk fails to load.
const codeMissing = /dynamically imported module|Importing a module script|Unable to preload CSS/i;

/** Whether a lazy chunk failed to load: a network or server failure, not a bug. */
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

/** Converts anything thrown to a Problem. Anything but a failed call is a bug and is logged. */
export function asProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  if (isCodeMissing(thrown)) return new Problem(unreachable);
  logOnce(thrown);
  return new Problem(unexpected);
}

/** Whether a call was refused until the operator proves the identity (rules 26.9). */
export const isUnconfirmed = (thrown: unknown) =>
  thrown instanceof Problem && thrown.type === 'confirm';

/** Whether a call was aborted by its caller. */
export const isAbort = (thrown: unknown) =>
  typeof thrown === 'object' && thrown !== null && 'name' in thrown && thrown.name === 'AbortError';
