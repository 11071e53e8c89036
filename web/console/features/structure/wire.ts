import type { components } from '../../shared/api/schema.gen';

/** A faculty with its specialties. */
export type Faculty = components['schemas']['StructureFacultyWire'];
