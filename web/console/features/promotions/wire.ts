import type { Versioned } from '../../shared/api/card';
import type { components } from '../../shared/api/schema.gen';

type Schemas = components['schemas'];

/** A row of the list of promotions. */
export type Row = Schemas['PromotionsRowWire'];

/** The filters of the list. */
export type PromotionFilter = Schemas['PromotionsFilterIn'];

/** A promotion's card. */
export type Promotion = Schemas['PromotionsCardWire'];

/** A card as it was loaded. */
export type Card = Versioned<'promotion', Promotion>;

/** The numbers of a promotion's codes, with the state of its last import. */
export type Counts = Schemas['PromotionsCountsWire'];

/** The running or last import of a codes file. */
export type Import = NonNullable<Schemas['PromotionsImportWire']>;

/** The result of a dry run of a codes file. */
export type Check = Schemas['PromotionsCheckWire'];

/** A line of a codes file that is invalid or suspicious. */
export type Line = Schemas['PromotionsBadLineWire'];

/** A code taken by a student. */
export type Taken = Schemas['PromotionsTakenWire'];

/** A promotion that has the code searched for. */
export type Found = Schemas['PromotionsFoundWire'];
