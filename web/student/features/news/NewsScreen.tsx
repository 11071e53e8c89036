import { IconCalendarEvent, IconChartBar, IconNews, IconPin } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { useStanding } from '../../shared/api/member';
import { links } from '../../shared/links';
import { dayOf } from '../../shared/moment';
import { Closed } from '../../shared/ui/Closed';
import { Empty } from '../../shared/ui/Empty';
import { Feed } from '../../shared/ui/Feed';
import { Screen } from '../../shared/ui/Screen';
import { Skeleton } from '../../shared/ui/Skeleton';
import { type Entry, newsQuery } from './api';
import css from './NewsScreen.module.css';
import { t } from './texts';

function EntryCard({ entry }: { entry: Entry }) {
  const { id, title, excerpt, photoUrl, university, publishedAt } = entry;
  const [isBroken, setBroken] = useState(false);
  return (
    <article className={css.card}>
      {photoUrl && !isBroken && (
        <img
          className={css.photo}
          src={photoUrl}
          alt=""
          loading="lazy"
          onError={() => setBroken(true)}
        />
      )}
      <div className={css.body}>
        <p className={css.marks}>
          {entry.isPinned && (
            <span data-tone="pinned">
              <IconPin size={15} aria-hidden="true" />
              {t.pinned}
            </span>
          )}
          {entry.hasSurvey && (
            <span>
              <IconChartBar size={15} aria-hidden="true" />
              {t.survey}
            </span>
          )}
          {entry.hasEvent && (
            <span>
              <IconCalendarEvent size={15} aria-hidden="true" />
              {t.event}
            </span>
          )}
        </p>
        <h2 className={css.title}>
          <Link href={links.story(id)}>{title}</Link>
        </h2>
        <p className={css.excerpt}>{excerpt}</p>
        <p className={css.about}>
          {dayOf(publishedAt)} · {university ?? t.program}
        </p>
      </div>
    </article>
  );
}

/** The news for the student. */
export function NewsScreen() {
  const isActive = useStanding() === 'active';
  const query = useInfiniteQuery(newsQuery(isActive));
  return (
    <Screen title={t.title} wide {...(isActive ? { onPull: query.refetch } : {})}>
      <Closed title={t.closed} />
      {isActive && (
        <Feed<Entry>
          query={query}
          keyOf={({ id }) => id}
          skeleton={<Skeleton bars={[280, 160, 280]} />}
          empty={
            <Empty icon={<IconNews size={40} stroke={1.75} />} title={t.empty} text={t.emptyText} />
          }
        >
          {(entry) => <EntryCard entry={entry} />}
        </Feed>
      )}
    </Screen>
  );
}
