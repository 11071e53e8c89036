import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoment } from '../../../../kit/format/moment';
import { may } from '../../../shared/access/area';
import type { components } from '../../../shared/api/schema.gen';
import { useOperator } from '../../../shared/session/session';
import { Loaded } from '../../../shared/ui/Loaded';
import { More } from '../../../shared/ui/More';
import { Section } from '../../../shared/ui/Section';
import { Shapes } from '../../../shared/ui/SectionSkeleton';
import { exportsQuery, listsQuery, viewsQuery } from './api';
import css from './seen.module.css';
import { t } from './texts';

type Taken = components['schemas']['JournalTakenWire'];
type Occasion = components['schemas']['JournalSeenWire'];

const places: Readonly<Record<string, string>> = {
  'students.list': t.inStudents,
  'applications.list': t.inApplications,
  'participants.list': t.inParticipants,
  'codes.list': t.inCodes,
  'students.twins': t.inTwins,
  'reviews.list': t.inReviews,
  'reviews.complaints': t.inComplaints,
  'review.view': t.review,
};

type ListProps = { label: string; occasions: Occasion[]; empty: string };

function Occasions({ label, occasions, empty }: ListProps) {
  if (occasions.length === 0) return <p className={css.facts}>{empty}</p>;
  return (
    <ul className={css.list} aria-label={label}>
      {occasions.map(({ number, at, operator, action, address }) => (
        <li key={number} className={css.occasion}>
          <span>{operator}</span>
          <span className={css.facts}>
            <time>{formatMoment(at)}</time>
            {` · ${places[action] ?? t.card} · ${t.from(address)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Views({ uuidUser }: { uuidUser: string }) {
  const query = useInfiniteQuery(viewsQuery(uuidUser));
  return (
    <Loaded query={query} skeleton={<Shapes rows={2} />}>
      {({ pages }) => (
        <>
          <h3 className={css.title}>{t.views}</h3>
          <Occasions
            label={t.views}
            occasions={pages.flatMap(({ items }) => items)}
            empty={t.noViews}
          />
          <More query={query} />
        </>
      )}
    </Loaded>
  );
}

function factsOf({ list, rows, filter, purpose, isHidden, downloads }: Taken) {
  return [
    t.rows(list, rows),
    ...(filter ? [t.filter(filter)] : []),
    ...(purpose ? [t.purpose(purpose)] : []),
    ...(isHidden ? [t.hidden] : []),
    ...downloads.map(({ at, address }) => t.downloaded(formatMoment(at), address)),
    ...(downloads.length === 0 ? [t.notDownloaded] : []),
  ];
}

function TakenRow({ taken }: { taken: Taken }) {
  return (
    <li className={css.occasion}>
      <span>{taken.operator}</span>
      <time className={css.facts}>{formatMoment(taken.at)}</time>
      {factsOf(taken).map((fact) => (
        <span key={fact} className={css.facts}>
          {fact}
        </span>
      ))}
    </li>
  );
}

function Exports({ uuidUser }: { uuidUser: string }) {
  const query = useInfiniteQuery(exportsQuery(uuidUser));
  return (
    <Loaded query={query} skeleton={<Shapes rows={2} />}>
      {({ pages }) => {
        const taken = pages.flatMap(({ items }) => items);
        const isMore = Boolean(pages.at(-1)?.next);
        return (
          <>
            <h3 className={css.title}>{t.exports}</h3>
            {taken.length === 0 && (
              <p className={css.facts}>{isMore ? t.noExportsYet : t.noExports}</p>
            )}
            {taken.length > 0 && (
              <ul className={css.list} aria-label={t.exports}>
                {taken.map((one) => (
                  <TakenRow key={one.id} taken={one} />
                ))}
              </ul>
            )}
            <More query={query} label={t.further} />
          </>
        );
      }}
    </Loaded>
  );
}

function Lists({ uuidUser }: { uuidUser: string }) {
  const query = useInfiniteQuery(listsQuery(uuidUser));
  return (
    <Loaded query={query} skeleton={<Shapes rows={2} />}>
      {({ pages }) => {
        const until = pages.at(-1)?.until;
        return (
          <>
            <h3 className={css.title}>{t.lists}</h3>
            <Occasions
              label={t.lists}
              occasions={pages.flatMap(({ items }) => items)}
              empty={until ? t.noListsYet(formatMoment(until)) : t.noLists}
            />
            <More query={query} label={t.further} />
          </>
        );
      }}
    </Loaded>
  );
}

/** Who saw a student: cards and exports at once, lists on demand. For administrators. */
export function Seen({ uuidUser }: { uuidUser: string }) {
  const operator = useOperator();
  const [withLists, setWithLists] = useState(false);
  if (!may(operator, 'journal')) return null;
  return (
    <Section title={t.title} hint={t.hint}>
      <Views uuidUser={uuidUser} />
      <Exports uuidUser={uuidUser} />
      {withLists ? (
        <Lists uuidUser={uuidUser} />
      ) : (
        <Button className={css.more} variant="default" onClick={() => setWithLists(true)}>
          {t.showLists}
        </Button>
      )}
    </Section>
  );
}
