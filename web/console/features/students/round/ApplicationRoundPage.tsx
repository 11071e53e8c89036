import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { applicationLinks } from '../../../shared/links/applications';
import { useListLink, useUrlSearch } from '../../../shared/links/usePage';
import { toQuery } from '../../../shared/list/query';
import { readState } from '../../../shared/list/state';
import { usePresets } from '../../../shared/reason/presets';
import { loadPictures } from '../../../shared/round/pictures';
import { type Offer, RoundPage } from '../../../shared/round/RoundPage';
import { useRound } from '../../../shared/round/useRound';
import { CardLayout } from '../../../shared/ui/CardLayout';
import { FormButton } from '../../../shared/ui/FormButton';
import { Loaded } from '../../../shared/ui/Loaded';
import { Section } from '../../../shared/ui/Section';
import { StatusBadge } from '../../../shared/ui/StatusBadge';
import {
  cardQuery,
  checksQuery,
  leaveApplications,
  nextApplications,
  sendMove,
  undoDecision,
} from '../api';
import { CardSkeleton } from '../CardSkeleton';
import { Checks } from '../checks/Checks';
import { Details } from '../Details';
import { Joining } from '../joining/Joining';
import { applicationsList } from '../list';
import { Photo } from '../Photo';
import { Reason } from '../Reason';
import { RejectDialog } from '../RejectDialog';
import { type Correctable, fullName, tones } from '../rules';
import { t } from '../texts';
import type { Card, Row } from '../wire';
import { Presets } from './Presets';

const id = ({ uuidUser }: Row) => uuidUser;

// The search, filters and sort are those of the list that the operator came from.
function useApplications() {
  const client = useQueryClient();
  const params = useUrlSearch();
  const query = useMemo(
    () => toQuery(applicationsList, readState(applicationsList, params)),
    [params],
  );
  return useRound<Row>({
    area: 'students',
    id,
    deal: useCallback((after) => nextApplications(query, after), [query]),
    leave: leaveApplications,
    prepare: useCallback(
      async ({ uuidUser }) => {
        void client.prefetchQuery(checksQuery(uuidUser));
        const { student } = await client.fetchQuery(cardQuery(uuidUser));
        await loadPictures([student.studentInfo.photo, student.document]);
      },
      [client],
    ),
  });
}

type Ask = () => void;

// The decisions about a card. Without the card there are none: nobody decides about what is not on the screen.
function useOffers(round: ReturnType<typeof useApplications>, card: Card | undefined, ask: Ask) {
  const rejections = usePresets('application-reject', t.rejecting.presets);
  const move = (to: 'active' | 'rejected', reason = '', fields: Correctable[] = []) => {
    if (!card) return false;
    return round.decide({
      outcome: { active: t.done.approved, rejected: t.done.rejected }[to],
      send: () => sendMove({ card, to, reason, fields }),
      undo: () => undoDecision({ uuidUser: card.student.uuidUser }),
      failed: t.round.failed(fullName(card.student.studentInfo)),
    });
  };
  const isOpen = card?.student.status === 'moderation' || card?.student.status === 'rejected';
  const offers: Offer[] = [
    {
      word: t.actions.approve,
      key: 'A',
      code: 'KeyA',
      run: () => move('active'),
      main: true,
      disabled: !isOpen,
    },
    {
      word: t.actions.reject,
      key: 'R',
      code: 'KeyR',
      run: ask,
      danger: true,
      disabled: !isOpen,
    },
  ];
  // Keys 1–9; further reasons are in the dialog.
  const presets: Offer[] = rejections.slice(0, 9).map((reason, i) => ({
    word: reason,
    key: String(i + 1),
    code: `Digit${i + 1}`,
    run: () => move('rejected', reason),
    disabled: !isOpen,
  }));
  const reject = (reason: string, fields: Correctable[]) => move('rejected', reason, fields);
  return { offers, presets, rejections, reject };
}

function CardOf({ row, presets }: { row: Row; presets: readonly Offer[] }) {
  // Loaded before it is opened; loading it again would be another view in the journal.
  const query = useQuery({ ...cardQuery(row.uuidUser), refetchOnMount: false });
  return (
    <Loaded query={query} skeleton={<CardSkeleton inRound />}>
      {({ student }) => (
        <CardLayout
          start={
            <Section title={t.applications.one} untitled>
              <Photo student={student} />
              <Reason student={student} />
              <Presets offers={presets} />
              <FormButton to={applicationLinks.edit(row)}>{t.actions.edit}</FormButton>
            </Section>
          }
        >
          <Checks uuidUser={row.uuidUser} />
          <Joining student={student} />
          <Details student={student} />
        </CardLayout>
      )}
    </Loaded>
  );
}

/** /application/round: the applications of the list one after another (rules 34). */
export function ApplicationRoundPage() {
  const back = useListLink(applicationLinks.list());
  const round = useApplications();
  const [asked, setAsked] = useState(false);
  const { current } = round;
  const card = useQuery({
    ...cardQuery(current?.uuidUser ?? ''),
    enabled: current !== null,
    refetchOnMount: false,
  }).data;
  const { offers, presets, rejections, reject } = useOffers(round, card, () => setAsked(true));
  const status = card?.student.status;
  return (
    <RoundPage
      title={current ? fullName(current) : t.applications.one}
      back={back}
      round={round}
      id={id}
      name={fullName}
      status={status && <StatusBadge tone={tones[status]}>{t.statuses[status]}</StatusBadge>}
      offers={offers}
      more={presets}
      skeleton={<CardSkeleton inRound />}
    >
      {current && <CardOf key={current.uuidUser} row={current} presets={presets} />}
      {asked && current && (
        <RejectDialog
          draft={`students/${current.uuidUser}/reject`}
          title={t.rejecting.title}
          text={t.rejecting.text(fullName(current))}
          presets={rejections}
          busy={false}
          typing
          onSubmit={(reason, fields) => reject(reason, fields) && setAsked(false)}
          onCancel={() => setAsked(false)}
        />
      )}
    </RoundPage>
  );
}
