import * as v from 'valibot';
import { requiredText } from '../../shared/form/schema';
import type { StatusTone } from '../../shared/ui/StatusBadge';
import type { Card, Decision, Review } from './api';
import { t } from './texts';

/** Where a review stands. */
export type Status = Review['status'];

/** The colours of the statuses (design.md). */
export const tones: Record<Status, StatusTone> = {
  moderation: 'amber',
  public: 'green',
  rejected: 'grey',
};

/** The longest answer (spec part 2 §5). */
export const longestAnswer = 1000;

/** So many can be changed at once as «all that is found»: as many as the server takes. */
export const mostAtOnce = 5000;

/** A decision that a card offers. */
export type Offer = { to: Decision; word: string; done: string };

const publish: Offer = { to: 'public', word: t.actions.publish, done: t.card.published };
const reject: Offer = { to: 'rejected', word: t.actions.reject, done: t.card.rejected };
const unpublish: Offer = { to: 'rejected', word: t.actions.unpublish, done: t.card.unpublished };

/** What may be decided about a review as it stands (spec part 2 §4). */
export const offers: Record<Status, readonly Offer[]> = {
  moderation: [publish, reject],
  public: [unpublish],
  rejected: [publish],
};

type Named = { surname: string; name: string; patronymic: string | null };

/** Surname, name, patronymic. */
export const fullName = ({ surname, name, patronymic }: Named) =>
  [surname, name, patronymic].filter(Boolean).join(' ');

/** yyyy-MM-dd HH:mm:ss as dd.MM.yyyy. */
export const dayOf = (stamp: string) => stamp.replace(/^(\d{4})-(\d{2})-(\d{2}).*$/, '$3.$2.$1');

/** yyyy-MM-dd HH:mm:ss as dd.MM.yyyy, HH:mm. */
export const momentOf = (stamp: string) =>
  stamp.replace(/^(\d{4})-(\d{2})-(\d{2})[ T](\d{2}:\d{2}).*$/, '$3.$2.$1, $4');

/** The answer's form; the version tells what it was written upon. */
export const answerSchema = v.object({
  answer: requiredText(longestAnswer, t.answer.required),
  version: v.string(),
});

/** A card as the answer's form holds it. */
export const answerOf = ({ review, version }: Card) => ({
  answer: review.answerInfo?.answer ?? '',
  version,
});

/** The form of a ready answer: the rules of internal/reviews/template.go. */
export const templateSchema = v.object({
  name: requiredText(100, t.templates.nameRequired),
  text: requiredText(longestAnswer, t.templates.textRequired),
});

/** The text of a template with the names put in. */
export const filled = (text: string, { studentInfo, partnerName }: Review) =>
  text
    .replaceAll(t.templates.student, studentInfo.name)
    .replaceAll(t.templates.partner, partnerName);

/** An answer with a template put after what is typed already; null when it becomes too long. */
export function inserted(typed: string, template: string): string | null {
  const before = typed.trimEnd();
  const whole = before ? `${before}\n\n${template}` : template;
  return whole.length > longestAnswer ? null : whole;
}

const email = /[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[\p{L}\d-]{2,}/u;
const phone =
  /(?:\+7|\b[78])[\s(.-]*\d{3}(?:[\s().-]*\d){7}(?!\d)|(?<!\d)\(?\d{3}\)?[\s-]\d{3}[\s-]\d{2}[\s-]\d{2}(?!\d)/;

/** What an answer gives away of somebody's contacts: everybody can read it. */
export function contactsIn(text: string): 'phone' | 'email' | 'both' | null {
  const has = { phone: phone.test(text), email: email.test(text) };
  if (has.phone && has.email) return 'both';
  if (has.phone) return 'phone';
  return has.email ? 'email' : null;
}
