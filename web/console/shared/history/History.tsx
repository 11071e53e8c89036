import { Button } from '@mantine/core';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment } from '../../../kit/format/moment';
import { Loaded } from '../ui/Loaded';
import { Section } from '../ui/Section';
import { Shapes } from '../ui/SectionSkeleton';
import css from './History.module.css';
import {
  byMinute,
  eventsOf,
  type HistoryEvent,
  type HistoryRecord,
  type HistoryWords,
} from './record';
import { t } from './texts';

/** Number of groups shown at first. */
const latest = 10;

function Event({ title, details, count }: HistoryEvent) {
  return (
    <div>
      <p className={css.action}>{count > 1 ? t.times(title, count) : title}</p>
      {details.map((detail) => (
        <p key={detail} className={css.detail}>
          {detail}
        </p>
      ))}
    </div>
  );
}

type GroupProps = { group: readonly HistoryRecord[]; words: HistoryWords };

function Group({ group, words }: GroupProps) {
  const [latest] = group;
  if (!latest) return null;
  return (
    <li className={css.entry}>
      <p className={css.who}>
        <time>{formatMoment(latest.at)}</time>
        {' · '}
        {latest.operator || t.system}
      </p>
      {eventsOf(words, group).map((event, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events may be identical; the list is only ever replaced
        <Event key={i} {...event} />
      ))}
    </li>
  );
}

function Entries({ records, words }: { records: HistoryRecord[]; words: HistoryWords }) {
  const [expanded, setExpanded] = useState(false);
  const groups = byMinute(records);
  const shown = expanded ? groups : groups.slice(0, latest);
  if (records.length === 0) return <p className={css.detail}>{t.empty}</p>;
  return (
    <>
      <ol className={css.list}>
        {shown.map((group, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups have no names; the list is only ever replaced
          <Group key={i} group={group} words={words} />
        ))}
      </ol>
      {groups.length > shown.length && (
        <Button variant="default" className={css.all} onClick={() => setExpanded(true)}>
          {t.all(records.length)}
        </Button>
      )}
    </>
  );
}

type Props = {
  /** Latest first. */
  query: UseQueryOptions<HistoryRecord[], Error, HistoryRecord[], string[]>;
  words: HistoryWords;
};

/** The history of a card. */
export function History({ query, words }: Props) {
  const found = useQuery(query);
  return (
    <Section title={t.title} hint={t.moscow}>
      <Loaded query={found} skeleton={<Shapes rows={4} />}>
        {(records) => <Entries records={records} words={words} />}
      </Loaded>
    </Section>
  );
}
