import { shownDate } from '../../shared/form/date';
import type { StatusTone } from '../../shared/ui/StatusBadge';
import type { Approval, Item, Survey } from './api';
import { t } from './texts';
import { isAhead } from './time';

// The colours of the statuses (design.md).
const tones: Record<Approval, StatusTone> = {
  wait: 'amber',
  approved: 'green',
  blocked: 'red',
  declined: 'grey',
};

type Shown = Pick<Item, 'approve' | 'publishBegin' | 'publishEnd'>;

/** The status of an item in words. Approved ones that students do not see today are not green: the date says why. */
export function standingOf(item: Shown, now: number): { tone: StatusTone; words: string } {
  const { approve, publishBegin, publishEnd } = item;
  if (approve === 'approved' && publishBegin && isAhead(publishBegin, now)) {
    return { tone: 'grey', words: t.approvals.from(shownDate(publishBegin)) };
  }
  if (approve === 'approved' && publishEnd && !isAhead(publishEnd, now)) {
    return { tone: 'grey', words: t.approvals.until(shownDate(publishEnd)) };
  }
  return { tone: tones[approve], words: t.approvals[approve] };
}

/** What an item is: with a survey, with an event, or plain. */
export const kindOf = ({ hasPooling, hasEvent }: Pick<Item, 'hasPooling' | 'hasEvent'>) => {
  if (hasPooling) return 'survey';
  return hasEvent ? 'event' : 'news';
};

/** When an item became, or becomes, visible. */
export const publishedAt = ({ publishBegin, createdAt }: Item) => publishBegin ?? createdAt;

/** An answer of a survey with its share of those who voted, percent. */
export type Bar = { key: string; label: string; votes: number; share: number };

const shareOf = (votes: number, voted: number) => (voted === 0 ? 0 : (votes / voted) * 100);

/** The answers of a question as bars, 'other' the last. */
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

/** Where a survey stands in time. A survey without an end is still running (spec part 2 §2). */
export function surveyPhase({ startPooling, endPooling }: Survey, now: number) {
  if (isAhead(startPooling, now)) return 'planned';
  const endless = !endPooling || endPooling === 'null';
  return endless || isAhead(endPooling, now) ? 'running' : 'ended';
}
