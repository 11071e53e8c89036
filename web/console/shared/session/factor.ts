import type { Operator } from './token';

const moscow = 3 * 60 * 60 * 1000;

/** Whether a second factor is required now and missing (rules 26.8). The server decides; this is for the redirects. */
export const isFactorDue = ({ factorFrom }: Operator, now = Date.now()) =>
  factorFrom !== '' && new Date(now + moscow).toISOString().slice(0, 10) >= factorFrom;
