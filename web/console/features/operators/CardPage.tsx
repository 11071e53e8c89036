import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../../kit/format/day';
import { formatMoment } from '../../../kit/format/moment';
import { formatPhone } from '../../../kit/format/phone';
import { History } from '../../shared/history/History';
import { operatorLinks } from '../../shared/links/operators';
import { useListLink, usePageParams } from '../../shared/links/usePage';
import { Neighbours } from '../../shared/list/Neighbours';
import { notifyDone } from '../../shared/notice/notices';
import { SessionList } from '../../shared/sessions/SessionList';
import { CardLayout } from '../../shared/ui/CardLayout';
import { Loaded } from '../../shared/ui/Loaded';
import { Message } from '../../shared/ui/Message';
import { Page } from '../../shared/ui/Page';
import { Pair, Pairs } from '../../shared/ui/Pairs';
import { Section } from '../../shared/ui/Section';
import { SectionSkeleton } from '../../shared/ui/SectionSkeleton';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import { cardQuery, historyQuery, sessionsQuery, useEndSession } from './api';
import { CardActions } from './CardActions';
import { historyWords } from './history';
import { operatorsList } from './list';
import { fullName, rightsOf, tones } from './rules';
import { t } from './texts';
import type { Operator } from './wire';

function Facts({ operator }: { operator: Operator }) {
  const { login, phone, job, hasFactor, createdAt, signedInAt, shortNameUniversity } = operator;
  return (
    <Section title={t.card.account}>
      <Pairs>
        <Pair label={t.card.login}>{login}</Pair>
        <Pair label={t.card.role}>{rightsOf(operator)}</Pair>
        <Pair label={t.card.university}>{shortNameUniversity}</Pair>
        <Pair label={t.card.job}>{job ?? t.card.noValue}</Pair>
        <Pair label={t.card.phone}>{phone ? formatPhone(phone) : t.card.noValue}</Pair>
        <Pair label={t.card.factor}>{hasFactor ? t.card.on : t.card.off}</Pair>
        <Pair label={t.card.added}>{formatDay(createdAt)}</Pair>
        <Pair label={t.card.signedIn}>{signedInAt ? formatMoment(signedInAt) : t.never}</Pair>
      </Pairs>
    </Section>
  );
}

// Why the card has no actions (rules 26.2, 26.3).
function Untouchable({ operator: { isSelf, canChange } }: { operator: Operator }) {
  return !canChange && <Message tone="grey">{isSelf ? t.card.self : t.card.foreign}</Message>;
}

function CardSkeleton() {
  return (
    <CardLayout loading end={<SectionSkeleton lines={2} />}>
      <SectionSkeleton pairs={8} />
    </CardLayout>
  );
}

function Sessions({ operator: { uuidOperator, canChange } }: { operator: Operator }) {
  const query = useQuery(sessionsQuery(uuidOperator));
  const end = useEndSession();
  const finish = (uuidSession?: string) =>
    end.mutate({ uuidOperator, uuidSession }, { onSuccess: () => notifyDone(t.done.sessions) });
  const endAll = canChange && (query.data?.length ?? 0) > 0 && (
    <Button variant="default" loading={end.isPending} onClick={() => finish()}>
      {t.sessions.endAll}
    </Button>
  );
  return (
    <Section title={t.sessions.title} actions={endAll}>
      <Loaded query={query} skeleton={<Skeleton height={48} />}>
        {(sessions) => (
          <SessionList
            sessions={sessions}
            end={canChange ? finish : undefined}
            busy={end.isPending}
          />
        )}
      </Loaded>
    </Section>
  );
}

/** /operators/{uuidOperator}: an operator with rights, sessions and history. */
export function CardPage() {
  const { uuidOperator } = usePageParams(operatorLinks.card);
  const query = useQuery(cardQuery(uuidOperator));
  const operator = query.data?.operator;
  return (
    <Page
      title={operator ? fullName(operator) : t.card.title}
      back={useListLink(operatorLinks.list())}
      status={
        operator && (
          <StatusBadge tone={tones[operator.status]}>{t.statuses[operator.status]}</StatusBadge>
        )
      }
      neighbours={<Neighbours list={operatorsList} id={uuidOperator} />}
      actions={
        query.data?.operator.canChange && <CardActions key={uuidOperator} card={query.data} />
      }
      wide="card"
    >
      <Loaded query={query} skeleton={<CardSkeleton />}>
        {(card) => (
          <CardLayout
            end={<Sessions operator={card.operator} />}
            history={<History query={historyQuery(uuidOperator)} words={historyWords} />}
          >
            <Untouchable operator={card.operator} />
            <Facts operator={card.operator} />
          </CardLayout>
        )}
      </Loaded>
    </Page>
  );
}
