import { OutsideLink } from '../../shared/ui/OutsideLink';
import { Pair, Pairs } from '../../shared/ui/Pairs';
import { Section } from '../../shared/ui/Section';
import type { Item } from './api';
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

/** When an item is shown, and to whom. */
export function Details({ item }: { item: Item }) {
  const { publishBegin, publishEnd, fixToDate, forFaculty, forCourse } = item;
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
            {forFaculty.length > 0 ? t.card.facultiesOf(forFaculty.length) : t.card.allFaculties}
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
