import { Button } from '@mantine/core';
import { formatDay } from '../../../kit/format/day';
import { moscowMinute } from '../../../kit/format/moment';
import { Message } from '../ui/Message';
import { t } from './texts';
import type { DraftState } from './useDraft';

type Props = { draft: Pick<DraftState, 'found' | 'offered' | 'restart' | 'answer'> };

const spoken = (say: (date: string, time: string) => string, at: number) => {
  const minute = moscowMinute(at);
  return say(formatDay(minute), minute.slice(11));
};

/** Says that the form was filled from a draft, or offers the draft of a closed tab. */
export function DraftNotice({ draft }: Props) {
  const button = (word: string, act: () => void) => (
    <Button variant="default" size="compact-xs" onClick={act}>
      {word}
    </Button>
  );
  if (draft.found !== null) {
    return (
      <Message tone="grey">
        {spoken(t.draft.found, draft.found)} {button(t.draft.restart, draft.restart)}
      </Message>
    );
  }
  if (draft.offered === null) return null;
  return (
    <Message tone="grey">
      {spoken(t.draft.offered, draft.offered)} {button(t.draft.take, () => draft.answer(true))}{' '}
      {button(t.draft.forget, () => draft.answer(false))}
    </Message>
  );
}
