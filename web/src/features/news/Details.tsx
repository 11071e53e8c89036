import { useQuery } from '@tanstack/react-query';
import { useOperator } from '../../shared/session/session';
import { OutsideLink } from '../../shared/ui/OutsideLink';
import { Pair, Pairs } from '../../shared/ui/Pairs';
import { Section } from '../../shared/ui/Section';
import { facultiesQuery, type Item } from './api';
import css from './card.module.css';
import { t } from './texts';
import { wholeTime } from './time';

function Words({ words }: { words: readonly string[] }) {
  return (
    <ul className={css.words}>
      {words.map((word) => (
        <li key={word} className={css.word}>
          {word}
        </li>
      ))}
    </ul>
  );
}

// Only what the operator may see of the university's structure has names.
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

/** When an item is shown, and to whom. */
export function Details({ item }: { item: Item }) {
  const { publishBegin, publishEnd, fixToDate, forCourse } = item;
  const { rzdBonus, tags, messengers } = item;
  return (
    <Section title={t.card.publication}>
      <Pairs>
        <Pair label={t.card.created}>{wholeTime(item.createdAt)}</Pair>
        <Pair label={t.card.begin}>{publishBegin ? wholeTime(publishBegin) : t.card.atOnce}</Pair>
        <Pair label={t.card.end}>{publishEnd ? wholeTime(publishEnd) : t.card.never}</Pair>
        {fixToDate && <Pair label={t.card.pinned}>{wholeTime(fixToDate)}</Pair>}
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
            <Words words={tags} />
          </Pair>
        )}
        {messengers.length > 0 && (
          <Pair label={t.card.messengers} wide>
            <Words words={messengers.map((name) => t.messengers.names[name])} />
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
