import {
  IconCalendarX,
  IconClockHour4,
  IconDoorExit,
  IconLock,
  IconMessage2Exclamation,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { applicationQuery, memberQuery, type Standing, useMember } from '../../shared/api/member';
import { links } from '../../shared/links';
import { moment } from '../../shared/moment';
import { Button } from '../../shared/ui/Button';
import { Note } from '../../shared/ui/Note';
import { Retry } from '../../shared/ui/Retry';
import { Screen } from '../../shared/ui/Screen';
import { Skeleton } from '../../shared/ui/Skeleton';
import css from './StatusScreen.module.css';
import { t } from './texts';

type Shown = Extract<Standing, 'moderation' | 'rejected' | 'expired' | 'blocked'> | 'left';

const looks = {
  moderation: { icon: IconClockHour4, tone: 'amber' },
  rejected: { icon: IconMessage2Exclamation, tone: 'grey' },
  expired: { icon: IconCalendarX, tone: 'grey' },
  blocked: { icon: IconLock, tone: 'red' },
  left: { icon: IconDoorExit, tone: 'grey' },
} as const;

const leads = {
  rejected: t.status.rejectedLead,
  expired: t.status.expiredLead,
  blocked: t.status.blockedLead,
  left: t.status.leftLead,
} as const;

const poll = 60_000; // ms: a decision shows within a minute

function Waiting({ since, isTold }: { since: string | null; isTold: boolean }) {
  return (
    <>
      <ol className={css.way}>
        {t.status.progress.map((name, i) => (
          <li
            key={name}
            data-done={i === 0 || undefined}
            aria-current={i === 1 ? 'step' : undefined}
          >
            {name}
            {i === 0 && since && <small>{moment(since)}</small>}
            {i === 1 && <small>{t.status.decided}</small>}
          </li>
        ))}
      </ol>
      <p className={css.text}>{isTold ? t.status.moderationBySms : t.status.moderationText}</p>
      <Link className={css.offers} href={links.offers}>
        {t.status.offers}
      </Link>
    </>
  );
}

/** The state of the application (waiting, returned, expired, blocked, left) and what to do about it. */
export function StatusScreen() {
  const [, go] = useLocation();
  const client = useQueryClient();
  const { data: member } = useMember();
  const { data, error, refetch, isFetching } = useQuery({
    ...applicationQuery,
    refetchInterval: poll,
  });
  const status = data?.hasLeft ? 'left' : ((data?.status ?? member?.applicationStatus) as Shown);
  const isDecided = data !== undefined && data.status !== member?.applicationStatus;
  useEffect(() => {
    if (isDecided) void client.invalidateQueries({ queryKey: memberQuery.queryKey });
  }, [isDecided, client]);
  const { icon: Icon, tone } = looks[status] ?? looks.moderation;
  const hours = data?.usualHours;
  const waiting = hours ? t.status.moderationLead(hours) : t.status.moderationUnknown;
  const action = {
    moderation: (
      <Button look="quiet" busy={isFetching} onClick={() => refetch()}>
        {t.status.refresh}
      </Button>
    ),
    rejected: <Button onClick={() => go(links.join)}>{t.status.fix}</Button>,
    expired: <Button onClick={() => go(links.join)}>{t.status.renew}</Button>,
    blocked: (
      <Button look="quiet" onClick={() => go(links.help)}>
        {t.status.help}
      </Button>
    ),
    left: <Button onClick={() => go(links.join)}>{t.status.again}</Button>,
  }[status];
  return (
    <Screen
      title={t.status[status] ?? ''}
      lead={status === 'moderation' ? waiting : leads[status]}
      action={action}
    >
      <span className={css.icon} data-tone={tone} aria-hidden="true">
        <Icon size={44} stroke={1.75} />
      </span>
      {!data && !error && <Skeleton bars={[120]} />}
      {!data && error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
      {data?.reason && status !== 'left' && (
        <Note
          tone={status === 'blocked' ? 'red' : 'amber'}
          title={status === 'blocked' ? t.status.reason : t.operatorSays}
        >
          {data.reason}
        </Note>
      )}
      {status === 'moderation' && data && (
        <Waiting since={data.since} isTold={member?.decisionsBySms === true} />
      )}
    </Screen>
  );
}
