import { draftPrefix } from '../../shared/api/member';
import type { components } from '../../shared/api/schema.gen';
import { forget, keep, readKept } from '../../shared/storage/kept';

type Application = components['schemas']['StudentsApplicationWire'];

/** A chosen option with its name. */
export type Choice = { id: string; name: string };

/** A photo of the application: chosen here, or from the previous application. */
export type Photo = {
  /** The chosen file; absent for a photo of the previous application. */
  picture?: Blob;
  /** The server's key, after the upload. */
  key?: string;
  /** When it was uploaded, ms. */
  at?: number;
  /** The URL of a photo of the previous application. */
  url?: string;
};

/** Kinds of photos. */
export type PhotoKind = 'portrait' | 'document';

/** The application draft. Consents are not stored: each submission asks for them. */
export type Draft = {
  university: Choice | null;
  faculty: Choice | null;
  specialty: Choice | null;
  course: string;
  startYear: string;
  endYear: string;
  surname: string;
  name: string;
  patronymic: string;
  /** dd.MM.yyyy, as far as typed. */
  birthDate: string;
  city: Choice | null;
  portrait: Photo | null;
  document: Photo | null;
};

/** An empty application. */
export const emptyDraft: Draft = {
  university: null,
  faculty: null,
  specialty: null,
  course: '',
  startYear: '',
  endYear: '',
  surname: '',
  name: '',
  patronymic: '',
  birthDate: '',
  city: null,
  portrait: null,
  document: null,
};

const choice = (id: string | null, name: string | null): Choice | null =>
  id && name ? { id, name } : null;

const sent = (key: string | null, url: string | null): Photo | null =>
  key && url ? { key, url } : null;

/** The draft of a previous application. */
export const draftOf = (a: Application): Draft => ({
  university: choice(a.universityId, a.university),
  faculty: choice(a.facultyId, a.faculty),
  specialty: choice(a.specialtyId, a.specialty),
  course: String(a.course),
  startYear: String(a.startYear),
  endYear: String(a.endYear),
  surname: a.surname,
  name: a.name,
  patronymic: a.patronymic ?? '',
  birthDate: a.birthDate ? a.birthDate.split('-').reverse().join('.') : '',
  city: choice(a.cityId, a.city),
  portrait: sent(a.portrait, a.portraitUrl),
  document: sent(a.document, a.documentUrl),
});

const nameOf = (member: string) => draftPrefix + member;

/** Reads the member's draft. */
export const readDraft = (member: string) => readKept<Draft>(nameOf(member));

/** Stores the member's draft. */
export const keepDraft = (member: string, draft: Draft) => keep(nameOf(member), draft);

/** Deletes the member's draft. */
export const dropDraft = (member: string) => forget(nameOf(member));
