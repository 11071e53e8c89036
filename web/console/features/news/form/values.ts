import { formatMoment, wireMoment } from '../../../../kit/format/moment';
import type { Complete } from '../../../shared/api/body';
import type { FieldProps } from '../../../shared/form/useAppForm';
import type { Card, Event, FormBody, Item, Level, Survey } from '../wire';

/** An image of the form. It has no key until it is uploaded. */
export type ImageValue = {
  id: string;
  key: string | null;
  /** Of an uploaded one. A draft keeps no signed links: a saved image's is taken from the item. */
  thumbnail: string;
  /** Uploaded but not saved with an item: the server deletes it after a day. */
  loose: boolean;
};

/** When an item is shown; times as typed. */
export type ScheduleValue = { begin: string; end: string };

/** An answer in the survey dialog. */
export type VariantValue = { id: string; text: string };

/** A question in the survey dialog. */
export type QuestionValue = {
  id: string;
  question: string;
  questionType: 'single' | 'multiple';
  allowOther: boolean;
  variants: readonly VariantValue[];
};

/** The values of the survey dialog. */
export type SurveyValue = {
  startPooling: string;
  endPooling: string;
  isView: boolean;
  questions: readonly QuestionValue[];
};

/** The values of the event dialog. */
export type EventValue = {
  title: string;
  description: string;
  date: string;
  endDate: string;
  endRegistration: string;
  placesCount: string;
  address: string;
  isView: boolean;
};

/** A messenger that an item is also published in. */
export type Messenger = Item['messengers'][number];

/** The values of the form. The names are the server's, so its 422 errors need no mapping. */
export type NewsValues = {
  title: string;
  typeNews: Level | '';
  content: string;
  keyFiles: readonly ImageValue[];
  forFaculty: readonly string[];
  forCourse: string;
  tags: readonly string[];
  /** One of `pins`. */
  pin: string;
  fixToDate: string;
  schedule: ScheduleValue | null;
  pooling: SurveyValue | null;
  event: EventValue | null;
  messengers: readonly Messenger[];
  rzdBonus: string | null;
  version: string;
};

/** Returns the props of a field by its name. */
export type NewsField = <K extends keyof NewsValues>(name: K) => FieldProps<NewsValues[K]>;

/** The values of the pin field (rules 9.8). */
export const pins = { yes: '1', no: '2' };

const surveyOf = (survey: Survey): SurveyValue => ({
  startPooling: formatMoment(survey.startPooling),
  endPooling: formatMoment(survey.endPooling),
  isView: survey.isView,
  questions: survey.questions.map((one, i) => ({
    id: `q${i}`,
    question: one.question,
    questionType: one.questionType,
    allowOther: one.allowOther,
    variants: one.answerVariants.map(({ answerVariant }, n) => ({
      id: `q${i}v${n}`,
      text: answerVariant,
    })),
  })),
});

const eventOf = (event: Event): EventValue => ({
  title: event.title,
  description: event.description,
  date: formatMoment(event.date),
  endDate: formatMoment(event.endDate),
  endRegistration: formatMoment(event.endRegistration),
  placesCount: event.placesCount === null ? '' : String(event.placesCount),
  address: event.address ?? '',
  isView: event.isView,
});

/** The key of the form's draft. */
export const draftName = (card: Card | null) => `news/${card?.item.uuidNews ?? 'add'}`;

/** The form of a new item. */
export const emptyValues: NewsValues = {
  title: '',
  typeNews: '',
  content: '',
  keyFiles: [],
  forFaculty: [],
  forCourse: '0',
  tags: [],
  pin: pins.no,
  fixToDate: '',
  schedule: null,
  pooling: null,
  event: null,
  messengers: [],
  rzdBonus: null,
  version: '',
};

/** The form values of an item. */
export function valuesOf({ item, version }: Card): NewsValues {
  const { publishBegin, publishEnd, fixToDate } = item;
  return {
    title: item.title,
    typeNews: item.typeNews,
    content: item.content,
    keyFiles: item.photoUrl.map(({ uuidPhoto, keyFile }) => ({
      id: uuidPhoto,
      key: keyFile,
      thumbnail: '',
      loose: false,
    })),
    forFaculty: item.forFaculty,
    forCourse: String(item.forCourse),
    tags: item.tags,
    pin: fixToDate ? pins.yes : pins.no,
    fixToDate: formatMoment(fixToDate),
    schedule:
      publishBegin || publishEnd
        ? { begin: formatMoment(publishBegin), end: formatMoment(publishEnd) }
        : null,
    pooling: item.pooling && surveyOf(item.pooling),
    event: item.event && eventOf(item.event),
    messengers: item.messengers,
    rzdBonus: item.rzdBonus?.link ?? null,
    version,
  };
}

const lettersTo = 26;

/** The server's position of an answer: a … z, then za … zd. */
export const letterOf = (i: number) =>
  i < lettersTo ? String.fromCharCode(97 + i) : `z${String.fromCharCode(97 + i - lettersTo)}`;

const surveyBody = (survey: SurveyValue | null): FormBody['pooling'] =>
  survey &&
  ({
    startPooling: wireMoment(survey.startPooling) ?? '',
    endPooling: wireMoment(survey.endPooling) ?? '',
    isView: survey.isView,
    questions: survey.questions.map(({ question, questionType, allowOther, variants }) => ({
      question: question.trim(),
      questionType,
      allowOther,
      answersVariants: variants.map(({ text }, i) => ({
        text: text.trim(),
        position: letterOf(i),
      })),
    })),
  } satisfies Complete<NonNullable<FormBody['pooling']>>);

const eventBody = (event: EventValue | null): FormBody['event'] =>
  event &&
  ({
    title: event.title.trim(),
    description: event.description.trim(),
    date: wireMoment(event.date) ?? '',
    endDate: wireMoment(event.endDate) ?? undefined,
    endRegistration: wireMoment(event.endRegistration) ?? undefined,
    placesCount: event.placesCount ? Number(event.placesCount) : undefined,
    address: event.address.trim(),
    isView: event.isView,
  } satisfies Complete<NonNullable<FormBody['event']>>);

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

// Compared as sent: local ids do not count.
const sameSurvey = (a: SurveyValue | null, b: SurveyValue | null) =>
  same(surveyBody(a), surveyBody(b));

const sameEvent = (a: EventValue | null, b: EventValue | null) => same(eventBody(a), eventBody(b));

const keysOf = (images: readonly ImageValue[]) => images.map(({ key }) => key ?? '');

/** Whether an edit changes what was moderated, so that a regional item is moderated again (rules 9.5). */
export const changesContent = (values: NewsValues, base: NewsValues) =>
  values.title.trim() !== base.title ||
  values.content !== base.content ||
  !same(keysOf(values.keyFiles), keysOf(base.keyFiles)) ||
  !sameSurvey(values.pooling, base.pooling) ||
  !sameEvent(values.event, base.event);

/** The body of a save. Survey and event are absent if unchanged. */
export function bodyOf(values: NewsValues, base: NewsValues): FormBody {
  const { typeNews, schedule, pooling, event, rzdBonus } = values;
  const body = {
    title: values.title.trim(),
    typeNews: typeNews || undefined,
    content: values.content,
    keyFiles: keysOf(values.keyFiles),
    forFaculty: typeNews === 'university' ? [...values.forFaculty] : [],
    forCourse: Number(values.forCourse),
    tags: [...values.tags],
    fixToDate: values.pin === pins.yes ? wireMoment(values.fixToDate) : null,
    publishBegin: schedule && wireMoment(schedule.begin),
    publishEnd: schedule && wireMoment(schedule.end),
    messengers: [...values.messengers],
    rzdBonus: rzdBonus === null ? null : { link: rzdBonus },
  } satisfies Complete<Omit<FormBody, 'pooling' | 'event'>>;
  return {
    ...body,
    ...(sameSurvey(pooling, base.pooling) ? {} : { pooling: surveyBody(pooling) }),
    ...(sameEvent(event, base.event) ? {} : { event: eventBody(event) }),
  };
}
