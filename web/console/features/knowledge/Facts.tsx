import { formatDay } from '../../../kit/format/day';
import { Pair, Pairs } from '../../shared/ui/Pairs';
import { Section } from '../../shared/ui/Section';
import css from './knowledge.module.css';
import { ownerOf, shareOf } from './rules';
import { t } from './texts';
import { Votes } from './Votes';
import type { Question } from './wire';

/** The read-only part of a question: owner, date and votes. */
export function Facts({ question }: { question: Question }) {
  const { votes_plus: plus, votes_minus: minus, votes_all: all, created_at } = question;
  const share = shareOf(plus, minus);
  return (
    <Section title={t.card.facts}>
      <Pairs>
        <Pair label={t.card.creator}>{ownerOf(question)}</Pair>
        <Pair label={t.card.date}>{formatDay(created_at)}</Pair>
        <Pair label={t.card.votes} wide>
          <Votes plus={plus} minus={minus} />
          {share !== null && (
            <p className={css.share}>{`${t.votes.all(all)}, ${t.votes.share(share)}`}</p>
          )}
        </Pair>
      </Pairs>
    </Section>
  );
}
