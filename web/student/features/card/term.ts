import type { Card } from './api';

const day = 24 * 60 * 60 * 1000;

// The last day ends at midnight in Moscow, as on the server.
const endOf = ({ validUntil }: Pick<Card, 'validUntil'>) =>
  Date.parse(`${validUntil}T00:00:00+03:00`) + day;

/** The days left until the card's end; 0 or less: it is over. The offset is that of the server's clock, ms. */
export const daysLeft = (card: Pick<Card, 'validUntil'>, offset: number, now = Date.now()) =>
  Math.ceil((endOf(card) - now - offset) / day);
