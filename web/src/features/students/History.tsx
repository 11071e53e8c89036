import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Retry } from '../../shared/ui/Retry';
import { Section } from '../../shared/ui/Section';
import { type HistoryRecord, historyQuery } from './api';
import css from './History.module.css';
import { actionInWords, changesInWords, shownTime } from './history';
import { t } from './texts';

function Entry({ record }: { record: HistoryRecord }) {
  return (
    <li className={css.entry}>
      <p className={css.action}>{actionInWords(record)}</p>
      {record.reason && <p className={css.detail}>{t.history.reason(record.reason)}</p>}
      {changesInWords(record).map((change) => (
        <p key={change} className={css.detail}>
          {change}
        </p>
      ))}
      <p className={css.who}>
        <time>{shownTime(record.at)}</time>
        {' · '}
        {record.operator || t.history.system}
      </p>
    </li>
  );
}

/** What happened to a student: who decided what, why and when. */
export function History({ uuidUser }: { uuidUser: string }) {
  const { data, error, refetch, isFetching } = useQuery(historyQuery(uuidUser));
  return (
    <Section title={t.history.title} hint={t.history.moscow}>
      {data?.length === 0 && <p className={css.detail}>{t.history.empty}</p>}
      {data && data.length > 0 && (
        <ol className={css.list}>
          {data.map((record, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two records may share all they have; the list is only ever replaced
            <Entry key={`${record.at}-${i}`} record={record} />
          ))}
        </ol>
      )}
      {!data && !error && <Skeleton height={64} />}
      {!data && error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
    </Section>
  );
}
