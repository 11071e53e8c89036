import type { StatusTone } from '../../shared/ui/StatusBadge';
import { t } from './texts';
import { isAhead } from './time';
import type { Approval, Item, Survey } from './wire';

// The colours of the statuses (rules 21.6).
const tones: Record<Approval, StatusTone> = {
  wait: 'amber',
  approved: 'green',
  blocked: 'red',
  declined: 'grey',
};

type Shown = Pick<Item, 'approve' | 'publishBegin' | 'publishEnd'>;

/** The time since which an approved item is no longer visible, if it has passed. */
export const hiddenSince = ({ approve, publishEnd }: Shown, now: number) =>
  approve === 'approved' && publishEnd && !isAhead(publishEnd, now) ? publishEnd : null;

/** The status of an item as a badge (rules 9.17): green while students see it, otherwise with a second word. */
export function badgeOf(item: Shown, now: number): { tone: StatusTone; word: string } {
  const { approve, publishBegin } = item;
  if (hiddenSince(item, now)) return { tone: 'grey', word: t.published(t.unseen.hidden) };
  if (approve === 'approved' && publishBegin && isAhead(publishBegin, now)) {
    return { tone: 'grey', word: t.published(t.unseen.planned) };
  }
  return { tone: tones[approve], word: t.approvals[approve] };
}

/** The kind of an item: with a survey, with an event, or plain. */
export const kindOf = ({ hasPooling, hasEvent }: Pick<Item, 'hasPooling' | 'hasEvent'>) => {
  if (hasPooling) return 'survey';
  return hasEvent ? 'event' : 'news';
};

/** The time from which an item is visible. */
export const publishedAt = ({ publishBegin, createdAt }: Item) => publishBegin ?? createdAt;

/** An answer of a survey with its votes and its share of the voters, in percent. */
export type Bar = { key: string; label: string; votes: number; share: number };

const shareOf = (votes: number, voted: number) => (voted === 0 ? 0 : (votes / voted) * 100);

/** The answers of a question, 'other' last. */
export function barsOf(survey: Survey, i: number, other: string): Bar[] {
  const question = survey.questions[i];
  if (!question) return [];
  const bars = question.answerVariants.map(({ answerVariant, position, voted }) => ({
    key: position,
    label: answerVariant,
    votes: voted,
    share: shareOf(voted, survey.voted),
  }));
  if (!question.allowOther) return bars;
  const votes = question.countAllOther;
  return [...bars, { key: 'other', label: other, votes, share: shareOf(votes, survey.voted) }];
}

/** The answer with the most votes, the first of equals; none without answers. */
export const leadingBar = (bars: readonly Bar[]): Bar[] =>
  [...bars].sort((a, b) => b.votes - a.votes).slice(0, 1);

/** Whether a survey is planned, running or ended. Without an end it is running (rules 9.10). */
export function surveyPhase({ startPooling, endPooling }: Survey, now: number) {
  if (isAhead(startPooling, now)) return 'planned';
  const endless = !endPooling || endPooling === 'null';
  return endless || isAhead(endPooling, now) ? 'running' : 'ended';
}
