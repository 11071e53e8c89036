import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { Problem } from '../../../../kit/api/problem';
import { formatDay } from '../../../../kit/format/day';
import { hasUnsaved } from '../../../shared/form/unsaved';
import { reviewLinks } from '../../../shared/links/reviews';
import { useListLink, useUrlSearch } from '../../../shared/links/usePage';
import { toQuery } from '../../../shared/list/query';
import { readState } from '../../../shared/list/state';
import { notifyProblem } from '../../../shared/notice/notices';
import { loadPictures } from '../../../shared/round/pictures';
import { type Offer, RoundPage } from '../../../shared/round/RoundPage';
import { useRound } from '../../../shared/round/useRound';
import { CardLayout } from '../../../shared/ui/CardLayout';
import { ConfirmDialog } from '../../../shared/ui/ConfirmDialog';
import { Loaded } from '../../../shared/ui/Loaded';
import { SectionSkeleton } from '../../../shared/ui/SectionSkeleton';
import { StatusBadge } from '../../../shared/ui/StatusBadge';
import {
  cardQuery,
  leaveReviews,
  nextReviews,
  sendDelete,
  sendMove,
  undoDecision,
  undoDelete,
} from '../api';
import { reviewsList } from '../list';
import { ReviewSection } from '../ReviewSection';
import { fullName, offers as moves, standingOf } from '../rules';
import { StudentPanel } from '../StudentPanel';
import { t } from '../texts';
import type { Card, Row } from '../wire';
import { AnswerHere } from './AnswerHere';

const id = ({ uuidComment }: Row) => uuidComment;
const name = (row: Row) => t.round.name(fullName(row), row.partnerName);

// The search, filters and sort are those of the list that the operator came from.
function useReviews() {
  const client = useQueryClient();
  const params = useUrlSearch();
  const query = useMemo(() => toQuery(reviewsList, readState(reviewsList, params)), [params]);
  const round = useRound<Row>({
    area: 'reviews',
    id,
    deal: useCallback((after) => nextReviews(query, after), [query]),
    leave: leaveReviews,
    prepare: useCallback(
      async ({ uuidComment }) => {
        const { review } = await client.fetchQuery(cardQuery(uuidComment));
        await loadPictures([review.studentInfo.photo]);
      },
      [client],
    ),
  });
  return { round, isAnswering: query.body.answered === false };
}

// A typed answer must not be lost with its card. While it is being saved, the version of the card is not known.
function useUnlessTyped() {
  const client = useQueryClient();
  return <A extends unknown[]>(act: (...args: A) => void) =>
    (...args: A) => {
      if (client.isMutating() > 0) return;
      if (!hasUnsaved()) act(...args);
      else notifyProblem(new Problem(422), { title: t.round.unsaved, 422: t.round.unsavedText });
    };
}

type Round = ReturnType<typeof useRound<Row>>;

function useOffers(round: Round, card: Card | undefined): Offer[] {
  const unlessTyped = useUnlessTyped();
  if (!card) return [];
  const failed = t.round.failed(fullName(card.review.studentInfo));
  return moves[card.review.status].map(({ to, word, done }) => ({
    word,
    ...(to === 'public' ? { key: 'A', code: 'KeyA', main: true } : { key: 'R', code: 'KeyR' }),
    run: unlessTyped(() =>
      round.decide({
        outcome: done,
        send: () => sendMove({ card, to }),
        undo: () => undoDecision({ uuidComment: card.review.uuid }),
        failed,
      }),
    ),
  }));
}

const skeleton = (
  <CardLayout loading="round" end={<SectionSkeleton pairs={7} />}>
    <SectionSkeleton lines={3} />
  </CardLayout>
);

function CardOf({ row, answered }: { row: Row; answered: () => void }) {
  // Loaded before it is opened; loading it again would be another view in the journal.
  const query = useQuery({ ...cardQuery(row.uuidComment), refetchOnMount: false });
  return (
    <Loaded query={query} skeleton={skeleton}>
      {(card) => (
        <CardLayout end={<StudentPanel student={card.review.studentInfo} />}>
          <ReviewSection card={card} />
          <AnswerHere card={card} saved={answered} />
        </CardLayout>
      )}
    </Loaded>
  );
}

function DeleteButton({ round, card }: { round: Round; card: Card }) {
  const unlessTyped = useUnlessTyped();
  const [asked, setAsked] = useState(false);
  const writer = fullName(card.review.studentInfo);
  const remove = () => {
    setAsked(false);
    round.decide({
      outcome: t.card.deleted,
      send: () => sendDelete(card),
      undo: () => undoDelete(card.review.uuid),
      failed: t.round.failed(writer),
    });
  };
  return (
    <>
      <Button variant="default" data-danger onClick={unlessTyped(() => setAsked(true))}>
        {t.actions.delete}
      </Button>
      {asked && (
        <ConfirmDialog
          title={t.card.deleting.title}
          text={t.card.deleting.text(writer)}
          confirm={t.actions.delete}
          danger
          onCancel={() => setAsked(false)}
          onConfirm={remove}
        />
      )}
    </>
  );
}

/** /feedbacks/round: the reviews of the list one after another (rules 34). */
export function ReviewRoundPage() {
  const back = useListLink(reviewLinks.list());
  const { round, isAnswering } = useReviews();
  const unlessTyped = useUnlessTyped();
  const { current } = round;
  const card = useQuery({
    ...cardQuery(current?.uuidComment ?? ''),
    enabled: current !== null,
    refetchOnMount: false,
  }).data;
  const offers = useOffers(round, card);
  const standing = card && standingOf(card.review);
  return (
    <RoundPage
      title={current ? t.card.title(current.partnerName, formatDay(current.createdAt)) : t.title}
      back={back}
      round={{
        ...round,
        skip: unlessTyped(round.skip),
        open: unlessTyped(round.open),
        undo: round.undo && unlessTyped(round.undo),
      }}
      id={id}
      name={name}
      status={standing && <StatusBadge tone={standing.tone}>{standing.text}</StatusBadge>}
      offers={offers}
      actions={card && <DeleteButton key={card.review.uuid} round={round} card={card} />}
      skeleton={skeleton}
    >
      {current && (
        <CardOf
          key={current.uuidComment}
          row={current}
          answered={() => isAnswering && round.settled(t.answer.saved)}
        />
      )}
    </RoundPage>
  );
}
