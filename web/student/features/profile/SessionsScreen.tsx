import { useQuery } from '@tanstack/react-query';
import { inWords } from '../../shared/api/words';
import { links } from '../../shared/links';
import { dayOfMoment } from '../../shared/moment';
import { Button } from '../../shared/ui/Button';
import { Note } from '../../shared/ui/Note';
import { Retry } from '../../shared/ui/Retry';
import { Screen } from '../../shared/ui/Screen';
import { Skeleton } from '../../shared/ui/Skeleton';
import { deviceName } from './agent';
import { sessionsQuery, useEndSession } from './api';
import css from './profile.module.css';
import { t } from './texts';

/** Where the member is signed in. */
export function SessionsScreen() {
  const { data, error, refetch, isFetching } = useQuery(sessionsQuery);
  const end = useEndSession();
  return (
    <Screen title={t.sessions.title} lead={t.sessions.lead} back={links.profile}>
      {!data && !error && <Skeleton bars={[96, 96]} />}
      {error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
      {end.error && (
        <Note tone="red" alert>
          {inWords(end.error)}
        </Note>
      )}
      <ul className={css.items}>
        {data?.map(({ id, isCurrent, isNative, agent, lastUsedAt }) => (
          <li key={id} className={css.item}>
            <h2 className={css.head}>
              {deviceName(agent) || (isNative ? t.sessions.native : t.sessions.browser)}
              {isCurrent && <span className={css.fresh}>{t.sessions.current}</span>}
            </h2>
            <p className={css.when}>{t.sessions.used(dayOfMoment(lastUsedAt))}</p>
            {!isCurrent && (
              <Button
                look="danger"
                busy={end.isPending && end.variables === id}
                onClick={() => end.mutate(id)}
              >
                {t.sessions.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Screen>
  );
}
