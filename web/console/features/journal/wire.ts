import type { components } from '../../shared/api/schema.gen';

type Schemas = components['schemas'];

/** A row of the journal. */
export type Line = Schemas['JournalLineWire'];

/** A row with its change. */
export type Row = Schemas['JournalRowWire'];
