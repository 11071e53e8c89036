import type { Versioned } from '../../shared/api/card';
import type { components } from '../../shared/api/schema.gen';

type Schemas = components['schemas'];

/** A university in the list. */
export type UniversityRow = Schemas['CatalogUniversityRow'];

/** A university's card. */
export type University = Schemas['CatalogUniversityCard'];

/** A loaded card with its version. */
export type UniversityCard = Versioned<'university', University>;

/** A region, city, category or known faculty. */
export type Entry = Schemas['CatalogEntryWire'];

/** A merge of two entries. */
export type Merge = Schemas['CatalogMergeWire'];

/** What the dialog of a decision offers. */
export type Reasons = Schemas['CatalogReasonsWire'];

/** A version of a consent text. */
export type Consent = Schemas['CatalogConsentWire'];

/** What an import has counted. */
export type Counts = Schemas['CatalogImportWire'];

/** Catalogues whose entries merge. */
export type Merging = Merge['kind'];

/** Catalogues of entries. */
export type Kind = Merging | 'regions' | 'faculties';

/** Whether the entries of a catalogue merge. */
export const isMerging = (kind: Kind): kind is Merging =>
  kind !== 'regions' && kind !== 'faculties';

/** Catalogues that are loaded from csv. */
export type Loaded = Kind | 'universities';
