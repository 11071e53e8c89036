import type { Till, TradePoint } from '../wire';
import type { City } from './rules';

/** The dialog with all addresses of a city, and its search text. */
export type Addresses = { what: 'addresses'; city: City; search: string };

/** The dialog with the tills of a point. */
export type Tills = { what: 'tills'; point: TradePoint; back?: Addresses };

/** The open dialog of the trade points; `back` is the one it returns to. */
export type Opened =
  | { what: 'city' }
  | { what: 'map' }
  | Addresses
  | { what: 'point'; city: City; point: TradePoint | null; back?: Addresses }
  | { what: 'delete'; point: TradePoint; back?: Addresses }
  | Tills
  | { what: 'unpair'; till: Till; number: number; back: Tills };
