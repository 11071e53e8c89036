import * as v from 'valibot';
import type { components } from '../../shared/api/schema.gen';
import { isInn } from '../../shared/form/inn';
import {
  blankOr,
  isEmail,
  optionalDay,
  optionalPhone,
  optionalText,
  requiredText,
} from '../../shared/form/schema';
import { t } from './texts';
import type { Entry, Kind, UniversityCard } from './wire';

type Schemas = components['schemas'];

/** Values of the form of a university. */
export type UniversityValues = Required<Schemas['CatalogUniversityIn']> & {
  /** Part of the values: after a 409 and a reload the form must send the new version. */
  version: string;
};

/** A new university. */
export const emptyUniversity: UniversityValues = {
  shortName: '',
  fullName: '',
  inn: '',
  uuidCity: '',
  address: '',
  phone: '',
  email: '',
  boss: '',
  contractEnd: '',
  version: '',
};

/** The form values of a university. */
export const valuesOf = ({ university, version }: UniversityCard): UniversityValues => {
  const {
    uuidUniversity: _id,
    nameCity: _city,
    nameRegion: _region,
    isUsed: _used,
    ...fields
  } = university;
  return { ...emptyUniversity, ...fields, version };
};

/** The rules of a university (rules 30.2). */
export const universitySchema = v.object({
  shortName: requiredText(100, t.university.shortNameRequired),
  fullName: requiredText(300, t.university.fullNameRequired),
  inn: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(t.university.innRequired),
    v.check(isInn, t.university.innWrong),
  ),
  uuidCity: v.pipe(v.string(), v.uuid(t.university.cityRequired)),
  address: optionalText(500),
  phone: optionalPhone,
  email: blankOr(isEmail, t.university.emailWrong),
  boss: optionalText(300),
  contractEnd: optionalDay,
  version: v.string(),
});

/** Values of the form of an entry. */
export type EntryValues = {
  name: string;
  code: string;
  codeRegion: string;
  inn: string;
  version: number | null;
};

/** The form values of an entry; null: a new one. */
export const entryValuesOf = (entry: Entry | null): EntryValues => ({
  name: entry?.name ?? '',
  code: '',
  codeRegion: entry?.codeRegion ?? '',
  inn: '',
  version: entry?.version ?? null,
});

/** How long a name may be. */
export const longestName = (kind: Kind) => (kind === 'faculties' ? 300 : 200);

/** The rules of an entry (rules 30.3). */
export const entrySchema = (kind: Kind, isNew: boolean) =>
  v.object({
    name: requiredText(longestName(kind), t.entry.nameRequired),
    code:
      kind === 'regions' && isNew
        ? v.pipe(v.string(), v.trim(), v.regex(/^[A-Za-z0-9-]{1,10}$/, t.entry.codeWrong))
        : v.string(),
    codeRegion:
      kind === 'cities' ? v.pipe(v.string(), v.nonEmpty(t.entry.regionRequired)) : v.string(),
    inn:
      kind === 'faculties' && isNew
        ? v.pipe(v.string(), v.trim(), v.check(isInn, t.university.innWrong))
        : v.string(),
    version: v.nullable(v.number()),
  });

/** Where an entry goes. */
export const mergeSchema = v.object({
  into: v.pipe(v.string(), v.uuid(t.merge.choose)),
});

/** The rules of a text. */
export const consentSchema = v.object({
  title: requiredText(200, t.consents.titleRequired),
  body: requiredText(20_000, t.consents.bodyRequired),
});
