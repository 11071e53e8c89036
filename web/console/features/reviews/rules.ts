import * as v from 'valibot';
import { requiredText } from '../../shared/form/schema';
import type { StatusTone } from '../../shared/ui/StatusBadge';
import { t } from './texts';
import type { Card, Decision, Review } from './wire';

/** The status of a review. */
export type Status = Review['status'];

// The colours of the statuses (rules 21.6).
const tones: Record<Status, StatusTone> = {
  moderation: 'amber',
  public: 'green',
  rejected: 'grey',
};

type Standing = Pick<Review, 'status' | 'partnerStatus'>;

/** The status as students meet it: they do not see the reviews of a blocked partner (rules 28.1). */
export const standingOf = ({ status, partnerStatus }: Standing) =>
  status === 'public' && partnerStatus === 'blocked'
    ? ({ tone: 'grey', text: t.hidden } as const)
    : { tone: tones[status], text: t.statuses[status] };

/** The longest answer, in characters (rules 10.2). */
export const longestAnswer = 1000;

/** The server's limit for changing all found reviews at once. */
export const mostAtOnce = 5000;

/** A decision that the card offers, with its button text and success notice. */
export type Offer = { to: Decision; word: string; done: string };

const publish: Offer = { to: 'public', word: t.actions.publish, done: t.card.published };
const reject: Offer = { to: 'rejected', word: t.actions.reject, done: t.card.rejected };
const unpublish: Offer = { to: 'rejected', word: t.actions.unpublish, done: t.card.unpublished };

/** The possible decisions by status (rules 10.1). */
export const offers: Record<Status, readonly Offer[]> = {
  moderation: [publish, reject],
  public: [unpublish],
  rejected: [publish],
};

type Filter = { status?: string | null; answered?: boolean | null; deleted?: boolean | null };

/** Whether the reviews under a filter can be worked through: those in moderation, or without an answer (rules 34.2). */
export const isToDecide = ({ status, answered, deleted }: Filter) => {
  if (deleted) return false;
  return !status || status === 'moderation' || (status === 'public' && answered === false);
};

type Named = { surname: string; name: string; patronymic: string | null };

/** Surname, name, patronymic. */
export const fullName = ({ surname, name, patronymic }: Named) =>
  [surname, name, patronymic].filter(Boolean).join(' ');

/** yyyy-MM-dd HH:mm:ss as dd.MM.yyyy, HH:mm. */
export const momentOf = (stamp: string) =>
  stamp.replace(/^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}:\d{2}).*$/, '$3.$2.$1, $4');

/** The form of an answer; the version is that of the loaded card. */
export const answerSchema = v.object({
  answer: requiredText(longestAnswer, t.answer.required),
  version: v.string(),
});

/** The form values of a card's answer. */
export const answerOf = ({ review, version }: Card) => ({
  answer: review.answerInfo?.answer ?? '',
  version,
});

/** The form of a template: the rules of internal/reviews/template.go. */
export const templateSchema = v.object({
  name: requiredText(100, t.templates.nameRequired),
  text: requiredText(longestAnswer, t.templates.textRequired),
});

/** The text of a template with its placeholders replaced. */
export const filled = (text: string, { studentInfo, partnerName }: Review) =>
  text
    .replaceAll(t.templates.student, studentInfo.name)
    .replaceAll(t.templates.partner, partnerName);

/** The first characters of a text up to a limit, and how many are left out. */
export function fitted(text: string, limit: number) {
  const characters = [...text];
  return {
    text: characters.slice(0, limit).join(''),
    left: Math.max(0, characters.length - limit),
  };
}

/** The typed text with a template after it; null if that is too long. */
export function inserted(typed: string, template: string): string | null {
  const before = typed.trimEnd();
  const joined = before ? `${before}\n\n${template}` : template;
  return joined.length > longestAnswer ? null : joined;
}

const email = /[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[\p{L}\d-]{2,}/u;
const phone =
  /(?:\+7|\b[78])[\s(.-]*\d{3}(?:[\s().-]*\d){7}(?!\d)|(?<!\d)\(?\d{3}\)?[\s-]\d{3}[\s-]\d{2}[\s-]\d{2}(?!\d)/;

/** The contacts that an answer contains: answers are public. */
export function contactsIn(text: string): 'phone' | 'email' | 'both' | null {
  const has = { phone: phone.test(text), email: email.test(text) };
  if (has.phone && has.email) return 'both';
  if (has.phone) return 'phone';
  return has.email ? 'email' : null;
}
