import { useQuery } from '@tanstack/react-query';
import { History } from '../../shared/history/History';
import { useListLink, usePageParams } from '../../shared/links/usePage';
import { Neighbours } from '../../shared/list/Neighbours';
import { CardLayout } from '../../shared/ui/CardLayout';
import { Loaded } from '../../shared/ui/Loaded';
import { Page } from '../../shared/ui/Page';
import { Section } from '../../shared/ui/Section';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import { cardQuery, checksQuery, historyQuery } from './api';
import { CardActions } from './CardActions';
import { CardSkeleton } from './CardSkeleton';
import { historyWords } from './card/history';
import { Checks } from './checks/Checks';
import { Details } from './Details';
import { Joining } from './joining/Joining';
import { type Mode, modes } from './mode';
import { Photo } from './Photo';
import { Pass } from './pass/Pass';
import { Account } from './pass/Unbind';
import { Reason } from './Reason';
import { fullName, isStudent, standingOf } from './rules';
import { Seen } from './seen/Seen';

function CardPage({ mode }: { mode: Mode }) {
  const { uuidUser } = usePageParams(mode.links.card);
  const back = useListLink(mode.links.list());
  const query = useQuery(cardQuery(uuidUser));
  // Loaded beside the card: coming later, they would push its content down.
  const checks = useQuery({ ...checksQuery(uuidUser), enabled: mode === modes.applications });
  const student = query.data?.student;
  const standing = student && standingOf(student.status, student.studentInfo.endEducation);
  const name = student && fullName(student.studentInfo);
  return (
    <Page
      title={name ?? mode.texts.one}
      back={back}
      status={standing && <StatusBadge tone={standing.tone}>{standing.text}</StatusBadge>}
      neighbours={<Neighbours list={mode.list} id={uuidUser} />}
      actions={query.data && <CardActions key={uuidUser} card={query.data} mode={mode} />}
      wide="card"
    >
      <Loaded query={query} skeleton={<CardSkeleton />}>
        {(card) =>
          checks.isLoading && checks.failureCount === 0 ? (
            <CardSkeleton />
          ) : (
            <CardLayout
              start={
                <Section title={mode.texts.one} untitled>
                  <Photo student={card.student} />
                  <Reason student={card.student} />
                </Section>
              }
              history={<History query={historyQuery(uuidUser)} words={historyWords} />}
            >
              {!isStudent(card.student.status) && <Checks uuidUser={uuidUser} />}
              {mode === modes.applications && <Joining student={card.student} />}
              <Details student={card.student} />
              {isStudent(card.student.status) ? (
                <Pass student={card.student} />
              ) : (
                <Account student={card.student} />
              )}
              <Seen key={uuidUser} uuidUser={uuidUser} />
            </CardLayout>
          )
        }
      </Loaded>
    </Page>
  );
}

/** /card/{uuidUser}: the card of a student. */
export function StudentCardPage() {
  return <CardPage mode={modes.students} />;
}

/** /application/card/{uuidUser}: the same card, to decide about an application. */
export function ApplicationCardPage() {
  return <CardPage mode={modes.applications} />;
}
