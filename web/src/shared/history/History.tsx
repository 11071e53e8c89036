import { Button, Skeleton } from '@mantine/core';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Retry } from '../ui/Retry';
import { Section } from '../ui/Section';
import css from './History.module.css';
import {
  actionInWords,
  changesInWords,
  type HistoryRecord,
  type HistoryWords,
  shownTime,
} from './record';
import { t } from './texts';

/** The latest so many are shown; the rest when it is asked for. */
const latest = 10;

function Entry({ record, words }: { record: HistoryRecord; words: HistoryWords }) {
  return (
    <li className={css.entry}>
      <p className={css.action}>{actionInWords(words, record)}</p>
      {record.reason && <p className={css.detail}>{t.reason(record.reason)}</p>}
      {changesInWords(words, record).map((change) => (
        <p key={change} className={css.detail}>
          {change}
        </p>
      ))}
      <p className={css.who}>
        <time>{shownTime(record.at)}</time>
        {' · '}
        {record.operator || t.system}
      </p>
    </li>
  );
}

type Props = {
  /** What happened, the latest first. */
  query: UseQueryOptions<HistoryRecord[], Error, HistoryRecord[], string[]>;
  words: HistoryWords;
};

/** What happened to a thing: who decided what, why and when. */
export function History({ query, words }: Props) {
  const { data, error, refetch, isFetching } = useQuery(query);
  const [whole, setWhole] = useState(false);
  const shown = whole ? data : data?.slice(0, latest);
  return (
    <Section title={t.title} hint={t.moscow}>
      {data?.length === 0 && <p className={css.detail}>{t.empty}</p>}
      {shown && shown.length > 0 && (
        <ol className={css.list}>
          {shown.map((record, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two records may share all they have; the list is only ever replaced
            <Entry key={`${record.at}-${i}`} record={record} words={words} />
          ))}
        </ol>
      )}
      {data && shown && data.length > shown.length && (
        <Button variant="default" className={css.all} onClick={() => setWhole(true)}>
          {t.all(data.length)}
        </Button>
      )}
      {!data && !error && <Skeleton height={64} />}
      {!data && error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
    </Section>
  );
}
