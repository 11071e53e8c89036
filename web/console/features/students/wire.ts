import type { Versioned } from '../../shared/api/card';
import type { components } from '../../shared/api/schema.gen';

type Schemas = components['schemas'];

/** A row of the lists of students and applications. */
export type Row = Schemas['StudentsRowWire'];

/** A student as the card shows it. */
export type Student = Schemas['StudentsCardWire'];

/** A loaded card. */
export type Card = Versioned<'student', Student>;

/** A faculty with its specialties. */
export type Faculty = Schemas['StructureFacultyWire'];

/** The phone that shows a student's card. */
export type Device = Schemas['CardsDeviceWire'];
