import type { ErrorTexts } from '../../shared/notice/catalogue';
import { t as notice } from '../../shared/notice/texts';

// Not a server out of reach: these texts advise a reload, which without a network loses the page.
const statuses = [500, 502, 503, 504];

/** The specification's sentence for what went wrong on our side (part 2 §8), with the number for support. */
export const broken = (text: string): ErrorTexts =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      ({ number }: { number?: string }) => (number ? `${text}. ${notice.number(number)}` : text),
    ]),
  );
