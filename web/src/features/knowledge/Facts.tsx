import { Pair, Pairs } from '../../shared/ui/Pairs';
import { Section } from '../../shared/ui/Section';
import type { Question } from './api';
import css from './knowledge.module.css';
import { dayOf, ownerOf, shareOf } from './rules';
import { t } from './texts';
import { Votes } from './Votes';

/** What the form does not change: whose a question is, since when, and what students think of it. */
export function Facts({ question }: { question: Question }) {
  const { votes_plus: plus, votes_minus: minus, votes_all: all, created_at } = question;
  const share = shareOf(plus, minus);
  return (
    <Section title={t.card.facts}>
      <Pairs>
        <Pair label={t.card.creator}>{ownerOf(question)}</Pair>
        <Pair label={t.card.date}>{dayOf(created_at)}</Pair>
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
