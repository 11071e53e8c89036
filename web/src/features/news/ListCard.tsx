import { countCharacters, plainText } from '../../shared/form/richText';
import type { CardTools } from '../../shared/list/define';
import type { Item, Survey } from './api';
import { Bars } from './Bars';
import { Labels } from './Labels';
import css from './list.module.css';
import { barsOf, publishedAt } from './rules';
import { Seats } from './Seats';
import { Slider } from './Slider';
import { t } from './texts';
import { agoInWords, isAhead, wholeTime } from './time';

const mostBars = 3;
const longestText = 240;

function When({ item }: { item: Item }) {
  const at = publishedAt(item);
  const now = Date.now();
  const words = isAhead(at, now) ? t.time.planned(wholeTime(at)) : agoInWords(at, now);
  return (
    <time className={css.time} title={wholeTime(at)} dateTime={at}>
      {words}
    </time>
  );
}

function Poll({ survey }: { survey: Survey }) {
  const [first] = survey.questions;
  if (!first) return null;
  const bars = barsOf(survey, 0, t.poll.other);
  const more = bars.length - mostBars;
  const rest = survey.questions.length - 1;
  return (
    <div className={css.poll}>
      <p className={css.question}>{first.question}</p>
      <Bars bars={bars.slice(0, mostBars)} />
      {(more > 0 || rest > 0) && (
        <p className={css.more}>{more > 0 ? t.poll.more(more) : t.poll.moreQuestions(rest)}</p>
      )}
    </div>
  );
}

// The beginning of a text: the rest would only be cut by the card.
function beginning(html: string): string {
  const text = plainText(html.replace(/<\/(p|li|h\d)>|<br\s*\/?>/g, ' ')).trim();
  return countCharacters(text) > longestText
    ? `${[...text].slice(0, longestText).join('')}…`
    : text;
}

/** An item in the list. */
export function ListCard({ item, tools }: { item: Item; tools: CardTools }) {
  const text = beginning(item.content);
  return (
    <article className={css.card}>
      <Slider item={item} />
      <Labels item={item} />
      <h2 className={css.title} title={item.title}>
        {tools.link(tools.mark(item.title))}
      </h2>
      {text && <p className={css.text}>{tools.mark(text)}</p>}
      {item.pooling && <Poll survey={item.pooling} />}
      {item.event && <Seats event={item.event} />}
      <p className={css.foot}>
        <When item={item} />
        <span className={css.owner}>{item.nameUniversity ?? t.card.programme}</span>
      </p>
    </article>
  );
}
