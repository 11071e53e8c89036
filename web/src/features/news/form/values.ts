import { typedMoment, wireMoment } from '../../../shared/form/moment';
import type { FieldProps } from '../../../shared/form/useAppForm';
import type { Card, Event, FormBody, Item, Level, Survey } from '../api';

/** An image of the form: its key, and what is shown of it. Without a key it is still on its way. */
export type ImageValue = {
  id: string;
  key: string | null;
  address: string;
  /** Uploaded here and not saved with an item yet: the server keeps it for a day. */
  loose: boolean;
};

/** When an item is to be shown; moments as they are typed. */
export type ScheduleValue = { begin: string; end: string };

/** An answer of the survey window. */
export type VariantValue = { id: string; text: string };

/** A question of the survey window. */
export type QuestionValue = {
  id: string;
  question: string;
  questionType: 'single' | 'multiple';
  allowOther: boolean;
  variants: readonly VariantValue[];
};

/** The survey window. */
export type SurveyValue = {
  startPooling: string;
  endPooling: string;
  isView: boolean;
  questions: readonly QuestionValue[];
};

/** The event window. */
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

/** Where else an item is published. */
export type Messenger = Item['messengers'][number];

/** What the form of an item holds; names are the server's, so that its refusals find their fields. */
export type NewsValues = {
  title: string;
  typeNews: Level | '';
  content: string;
  keyFiles: readonly ImageValue[];
  forFaculty: readonly string[];
  forCourse: string;
  tags: readonly string[];
  /** 1: pinned, 2: not (spec part 2 §5). */
  pin: string;
  fixToDate: string;
  schedule: ScheduleValue | null;
  pooling: SurveyValue | null;
  event: EventValue | null;
  messengers: readonly Messenger[];
  rzdBonus: string | null;
  version: string;
};

/** Gives a field of the form by its name. */
export type NewsField = <K extends keyof NewsValues>(name: K) => FieldProps<NewsValues[K]>;

/** The two values of pinning (spec part 2 §5). */
export const pins = { yes: '1', no: '2' };

const surveyOf = (survey: Survey): SurveyValue => ({
  startPooling: typedMoment(survey.startPooling),
  endPooling: typedMoment(survey.endPooling),
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
  date: typedMoment(event.date),
  endDate: typedMoment(event.endDate),
  endRegistration: typedMoment(event.endRegistration),
  placesCount: event.placesCount === null ? '' : String(event.placesCount),
  address: event.address ?? '',
  isView: event.isView,
});

/** Names the draft of the form of an item. */
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

/** An item as the form holds it. */
export function valuesOf({ item, version }: Card): NewsValues {
  const { publishBegin, publishEnd, fixToDate } = item;
  return {
    title: item.title,
    typeNews: item.typeNews,
    content: item.content,
    keyFiles: item.photoUrl.map(({ uuidPhoto, keyFile, link }) => ({
      id: uuidPhoto,
      key: keyFile,
      address: link,
      loose: false,
    })),
    forFaculty: item.forFaculty,
    forCourse: String(item.forCourse),
    tags: item.tags,
    pin: fixToDate ? pins.yes : pins.no,
    fixToDate: typedMoment(fixToDate),
    schedule:
      publishBegin || publishEnd
        ? { begin: typedMoment(publishBegin), end: typedMoment(publishEnd) }
        : null,
    pooling: item.pooling && surveyOf(item.pooling),
    event: item.event && eventOf(item.event),
    messengers: item.messengers,
    rzdBonus: item.rzdBonus?.link ?? null,
    version,
  };
}

const lettersTo = 26;

/** The position of an answer on the wire: a … z, then za … zd. */
export const letterOf = (i: number) =>
  i < lettersTo ? String.fromCharCode(97 + i) : `z${String.fromCharCode(97 + i - lettersTo)}`;

const surveyBody = (survey: SurveyValue | null): FormBody['pooling'] =>
  survey && {
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
  };

const eventBody = (event: EventValue | null): FormBody['event'] =>
  event && {
    title: event.title.trim(),
    description: event.description.trim(),
    date: wireMoment(event.date) ?? '',
    endDate: wireMoment(event.endDate) ?? undefined,
    endRegistration: wireMoment(event.endRegistration) ?? undefined,
    placesCount: event.placesCount ? Number(event.placesCount) : undefined,
    address: event.address.trim(),
    isView: event.isView,
  };

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

// Names of the parts do not count.
const sameSurvey = (a: SurveyValue | null, b: SurveyValue | null) =>
  same(surveyBody(a), surveyBody(b));

const sameEvent = (a: EventValue | null, b: EventValue | null) => same(eventBody(a), eventBody(b));

const keysOf = (images: readonly ImageValue[]) => images.map(({ key }) => key ?? '');

/** Whether an edit makes a regional item another one, to be moderated anew (contract §4). */
export const meansAnother = (values: NewsValues, base: NewsValues) =>
  values.title.trim() !== base.title ||
  values.content !== base.content ||
  !same(keysOf(values.keyFiles), keysOf(base.keyFiles)) ||
  !sameSurvey(values.pooling, base.pooling) ||
  !sameEvent(values.event, base.event);

/** What the form sends: survey and event only where they differ from what is saved (absent = unchanged). */
export function bodyOf(values: NewsValues, base: NewsValues): FormBody {
  const { typeNews, schedule, pooling, event, rzdBonus } = values;
  return {
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
    ...(sameSurvey(pooling, base.pooling) ? {} : { pooling: surveyBody(pooling) }),
    ...(sameEvent(event, base.event) ? {} : { event: eventBody(event) }),
  };
}
