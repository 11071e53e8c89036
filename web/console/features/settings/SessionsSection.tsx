import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { notifyDone } from '../../shared/notice/notices';
import { SessionList } from '../../shared/sessions/SessionList';
import { Loaded } from '../../shared/ui/Loaded';
import { Section } from '../../shared/ui/Section';
import { sessionsQuery, useEndSession } from './api';
import { t } from './texts';

/** Where the operator is signed in. */
export function SessionsSection() {
  const query = useQuery(sessionsQuery);
  const end = useEndSession();
  const others = (query.data?.length ?? 0) > 1;
  const endOthers = () => end.mutate(null, { onSuccess: () => notifyDone(t.sessions.othersEnded) });
  const endOne = (uuid: string) =>
    end.mutate(uuid, { onSuccess: () => notifyDone(t.sessions.ended) });
  return (
    <Section
      title={t.sessions.title}
      hint={t.sessions.hint}
      actions={
        others && (
          <Button variant="default" onClick={endOthers} loading={end.isPending}>
            {t.sessions.endOthers}
          </Button>
        )
      }
    >
      <Loaded query={query} skeleton={<Skeleton height={48} />}>
        {(sessions) => <SessionList sessions={sessions} end={endOne} busy={end.isPending} />}
      </Loaded>
    </Section>
  );
}
