import { useQuery } from '@tanstack/react-query';
import { useOperator } from '../../shared/session/session';
import { OutsideLink } from '../../shared/ui/OutsideLink';
import { Pair, Pairs } from '../../shared/ui/Pairs';
import { Section } from '../../shared/ui/Section';
import { facultiesQuery } from './api';
import css from './card.module.css';
import { t } from './texts';
import { fullTime } from './time';
import type { Item } from './wire';

function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <ul className={css.words}>
      {tags.map((tag) => (
        <li key={tag} className={css.word}>
          {tag}
        </li>
      ))}
    </ul>
  );
}

// Faculties that the operator may not see have no names.
function Faculties({ item }: { item: Item }) {
  const { forFaculty, nameUniversity } = item;
  const { role } = useOperator();
  const { data } = useQuery({
    ...facultiesQuery(role === 'operator_all' ? nameUniversity : null),
    enabled: forFaculty.length > 0,
  });
  if (forFaculty.length === 0) return t.card.allFaculties;
  const names = data?.filter(({ value }) => forFaculty.includes(value)) ?? [];
  return names.length === forFaculty.length
    ? names.map(({ label }) => label).join(', ')
    : t.card.facultiesOf(forFaculty.length);
}

/** The publication dates and the audience of an item. */
export function Details({ item }: { item: Item }) {
  const { publishBegin, publishEnd, fixToDate, forCourse } = item;
  const { rzdBonus, tags, messengers } = item;
  return (
    <Section title={t.card.publication}>
      <Pairs>
        <Pair label={t.card.created}>{fullTime(item.createdAt)}</Pair>
        <Pair label={t.card.begin}>{publishBegin ? fullTime(publishBegin) : t.card.atOnce}</Pair>
        <Pair label={t.card.end}>{publishEnd ? fullTime(publishEnd) : t.card.never}</Pair>
        {fixToDate && <Pair label={t.card.pinned}>{fullTime(fixToDate)}</Pair>}
        <Pair label={t.card.shownNow}>
          {item.status === 'active' && item.approve === 'approved' ? t.card.yes : t.card.no}
        </Pair>
        <Pair label={t.card.university}>{item.nameUniversity ?? t.card.programme}</Pair>
        {item.typeNews === 'university' && (
          <Pair label={t.card.faculties}>
            <Faculties item={item} />
          </Pair>
        )}
        <Pair label={t.card.course}>
          {forCourse > 0 ? t.card.courseOf(forCourse) : t.card.allCourses}
        </Pair>
        {tags.length > 0 && (
          <Pair label={t.card.tags} wide>
            <Tags tags={tags} />
          </Pair>
        )}
        {messengers.length > 0 && (
          <Pair label={t.card.messengers} wide>
            <Tags tags={messengers.map((name) => t.messengers.names[name])} />
          </Pair>
        )}
        {rzdBonus && (
          <Pair label={t.card.rzd} wide>
            <OutsideLink address={rzdBonus.link} />
          </Pair>
        )}
      </Pairs>
    </Section>
  );
}
