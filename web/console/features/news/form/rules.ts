import { moscowMinute, wireMoment } from '../../../../kit/format/moment';
import { overLimit } from '../../../shared/form/limit';
import { countCharacters, plainText } from '../../../shared/form/richText';
import type { FormErrors } from '../../../shared/form/schema';
import { t as form } from '../../../shared/form/texts';
import { t } from '../texts';
import { isAhead, shortTime } from '../time';
import type { Card, Level } from '../wire';
import {
  changesContent,
  type EventValue,
  type NewsValues,
  pins,
  type QuestionValue,
  type ScheduleValue,
  type SurveyValue,
} from './values';

/** Limits of the forms (rules 9.8–9.11). */
export const limits = {
  title: 200,
  content: 20_000,
  tags: 20,
  tag: 50,
  images: 20,
  question: 500,
  questions: 50,
  answer: 500,
  variants: 30,
  eventTitle: 200,
  description: 2000,
  address: 300,
  places: 1_000_000,
  link: 2000,
};

const blank = (text: string) => text.trim() === '';

// Too many tags, or one too long.
const tagsRefusal = (tags: readonly string[]) =>
  tags.length > limits.tags
    ? form.tooMany(limits.tags, tags.length)
    : tags.map((tag) => overLimit(tag, limits.tag)).find(Boolean);

/** Today in Moscow, yyyy-MM-dd. */
export const today = (now: number) => moscowMinute(now).slice(0, 10);

// A new time must not be in the past; a saved one may (rules 9.7).
const isPast = (typed: string, saved: string, now: number) => {
  const wire = wireMoment(typed);
  return wire !== null && typed !== saved && wire < moscowMinute(now);
};

/** The rules of the form, checked before it is sent. */
export const newsRules =
  (base: NewsValues, now: () => number) =>
  (values: NewsValues): FormErrors => {
    const { title, typeNews, content, keyFiles, tags, pin, fixToDate } = values;
    const errors: FormErrors = {};
    if (blank(title)) errors.title = form.required;
    else errors.title = overLimit(title, limits.title);
    if (typeNews === '') errors.typeNews = t.form.levelRequired;
    if (countCharacters(plainText(content)) > limits.content) {
      errors.content = form.rich.tooLong(limits.content);
    }
    if (keyFiles.some(({ key }) => key === null)) errors.keyFiles = t.images.wait;
    errors.tags = tagsRefusal(tags);
    if (pin === pins.yes) {
      if (wireMoment(fixToDate) === null) errors.fixToDate = t.form.pinRequired;
      else if (isPast(fixToDate, base.fixToDate, now())) errors.fixToDate = t.form.pinPast;
    }
    return errors;
  };

/** The values of the schedule dialog. */
export type ScheduleForm = ScheduleValue & {
  /** Published at once; then the schedule must have an end. */
  atOnce: boolean;
  withEnd: boolean;
};

/** The rules of the schedule dialog (rules 9.9); true marks an incomplete field without a message. */
export function scheduleRules(
  { begin, end, atOnce, withEnd }: ScheduleForm,
  saved: ScheduleValue | null,
  now: number,
): FormErrors {
  const errors: FormErrors = {};
  const [from, to] = [atOnce ? null : wireMoment(begin), wireMoment(end)];
  if (!atOnce && from === null) errors.begin = true;
  else if (!atOnce && isPast(begin, saved?.begin ?? '', now)) errors.begin = t.schedule.past;
  if (!withEnd && !atOnce) return errors;
  if (to === null) errors.end = true;
  else if (from !== null && to <= from) errors.end = t.schedule.order;
  else if (isPast(end, saved?.end ?? '', now)) errors.end = t.schedule.past;
  return errors;
}

const unanswered = ({ variants }: QuestionValue) =>
  variants.length === 0 || variants.some(({ text }) => blank(text));

const isTooLong = ({ question, variants }: QuestionValue) =>
  overLimit(question, limits.question) !== undefined ||
  variants.some(({ text }) => overLimit(text, limits.answer) !== undefined);

/** The rules of the survey dialog (rules 9.10). */
export function surveyRules(survey: SurveyValue, now: number): FormErrors {
  const { startPooling, endPooling, questions } = survey;
  const errors: FormErrors = {};
  if (questions.length === 0) errors.questions = t.survey.noQuestions;
  else if (questions.some(({ question }) => blank(question))) {
    errors.questions = t.survey.emptyQuestion;
  } else if (questions.some(unanswered)) errors.questions = t.survey.emptyAnswer;
  else if (questions.some(isTooLong)) errors.questions = t.survey.tooLong;
  const [from, to] = [wireMoment(startPooling), wireMoment(endPooling)];
  if (from === null) errors.startPooling = t.survey.noDates;
  else if (from.slice(0, 10) < today(now)) errors.startPooling = t.survey.beginPast;
  if (to === null) errors.endPooling = t.survey.noDates;
  else if (!isAhead(to, now)) errors.endPooling = t.survey.endPast;
  else if (from !== null && to <= from) errors.endPooling = t.survey.order;
  return errors;
}

const isPlaces = (text: string) => {
  const places = Number(text);
  return /^\d+$/.test(text) && places >= 1 && places <= limits.places;
};

// Empty is allowed, incomplete is not.
const isIncomplete = (typed: string) => typed !== '' && wireMoment(typed) === null;

/** The rules of the event dialog (rules 9.11). */
export function eventRules(event: EventValue, now: number): FormErrors {
  const { title, date, endDate, endRegistration, placesCount } = event;
  const errors: FormErrors = {};
  const begin = wireMoment(date);
  const [end, registration] = [wireMoment(endDate), wireMoment(endRegistration)];
  if (blank(title)) errors.title = t.event.nameRequired;
  else errors.title = overLimit(title, limits.eventTitle);
  errors.description = overLimit(event.description, limits.description);
  errors.address = overLimit(event.address, limits.address);
  if (begin === null) errors.date = date === '' ? t.event.beginRequired : t.event.incomplete;
  else if (begin.slice(0, 10) < today(now)) errors.date = t.event.beginPast;
  if (isIncomplete(endDate)) errors.endDate = t.event.incomplete;
  else if (begin && end && end < begin) errors.endDate = t.event.endOrder;
  if (isIncomplete(endRegistration)) errors.endRegistration = t.event.incomplete;
  else if (begin && registration && registration > begin) {
    errors.endRegistration = t.event.registrationOrder;
  }
  if (placesCount !== '' && !isPlaces(placesCount)) errors.placesCount = t.event.placesWrong;
  return errors;
}

/** The label of the submit button, and the notice after it. */
export type Outcome = { button: string; done: string };

type Situation = {
  values: NewsValues;
  base: NewsValues;
  card: Card | null;
  /** The operator is the chairman, who moderates regional items. */
  chairman: boolean;
};

const plannedFor = ({ schedule }: NewsValues, now: number) => {
  const begin = schedule && wireMoment(schedule.begin);
  return begin && isAhead(begin, now) ? begin : null;
};

/** What a submit does (rules 9.1, 9.5): publishes, plans, sends to moderation, or only saves. */
export function outcomeOf({ values, base, card, chairman }: Situation, now: number): Outcome {
  const { buttons } = t.form;
  const item = card?.item;
  const regional = values.typeNews === 'region';
  const plan = plannedFor(values, now);
  const planned = plan && {
    button: buttons.plan(shortTime(plan, now)),
    done: t.done.planned,
  };
  const saved = { button: buttons.save, done: t.done.saved };
  if (!item) {
    if (regional && chairman) return { button: buttons.save, done: t.done.kept };
    if (regional) return { button: buttons.send, done: t.done.sent };
    return planned || { button: buttons.publish, done: t.done.published };
  }
  if (regional && !item.canModerate && item.approve !== 'blocked' && item.approve !== 'wait') {
    if (changesContent(values, base)) return { button: buttons.send, done: t.done.sent };
  }
  return item.approve === 'approved' && planned ? planned : saved;
}

/** When a moderated item will be published; null for at once. */
export function afterApproval(values: NewsValues, now: number): string | null {
  const plan = values.typeNews === 'region' ? plannedFor(values, now) : null;
  return plan && t.form.afterApproval(shortTime(plan, now));
}

/** The hint of a level: its audience, and whether it is moderated. */
export const levelHint = (level: Level, chairman: boolean) =>
  level === 'region' && chairman ? t.chairmanHint : t.levelHints[level];

/** The levels that an operator may choose for a new item: only programme staff have federal ones (rules 9.1). */
export const levelsOf = (role: string): Level[] =>
  role === 'operator_all' ? ['university', 'region', 'federal'] : ['university', 'region'];

const schedule = new Set(['publishBegin', 'publishEnd']);

/** The form field of a server field. Errors inside a dialog's values are shown on the dialog's row. */
export function fieldOf(wire: string): string {
  const [top = ''] = wire.split(/[.[]/);
  return schedule.has(top) ? 'schedule' : top;
}
