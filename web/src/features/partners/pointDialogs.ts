import type { City, TradePoint } from './pointsApi';

/** The popup with all addresses of a city, and what is looked for in it. */
export type Addresses = { what: 'addresses'; city: City; search: string };

/** Which popup of the trade points is open, and which one it leads back to. */
export type Opened =
  | { what: 'city' }
  | { what: 'map' }
  | Addresses
  | { what: 'point'; city: City; point: TradePoint | null; back?: Addresses }
  | { what: 'delete'; point: TradePoint; back?: Addresses };
