import type { ErrorTexts } from '../../shared/notice/catalogue';
import { t as notice } from '../../shared/notice/texts';

// Not for an unreachable server: these texts advise a reload, which without a network loses the page.
const statuses = [500, 502, 503, 504];

/** A text for server errors (rules 9.15), with the error number for support. */
export const serverErrors = (text: string): ErrorTexts =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      ({ number }: { number?: string }) => (number ? `${text}. ${notice.number(number)}` : text),
    ]),
  );
