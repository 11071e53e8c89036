import type { Versioned } from '../../shared/api/card';
import type { components } from '../../shared/api/schema.gen';

type Schemas = components['schemas'];

/** A row of the list. */
export type Row = Schemas['ReviewsRowWire'];

/** A review with its student and its answer. */
export type Review = Schemas['ReviewsCardWire'];

/** A card as it was loaded. */
export type Card = Versioned<'review', Review>;

/** The filters of the list. */
export type ReviewFilter = Schemas['ReviewsFilterIn'];

/** The status that a decision gives a review. */
export type Decision = 'public' | 'rejected';

/** An answer template. */
export type Template = Schemas['ReviewsTemplateWire'];
