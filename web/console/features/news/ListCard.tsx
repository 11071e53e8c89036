import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { countCharacters, plainText } from '../../shared/form/richText';
import type { CardTools } from '../../shared/list/define';
import { common } from '../../shared/texts';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { Bars } from './Bars';
import { Labels } from './Labels';
import css from './list.module.css';
import { barsOf, hiddenSince, leadingBar, publishedAt } from './rules';
import { Seats } from './Seats';
import { Slider } from './Slider';
import { t } from './texts';
import { agoInWords, fullTime, isAhead } from './time';
import type { Item, Survey } from './wire';

const longestText = 240;

function When({ item }: { item: Item }) {
  const now = Date.now();
  const hidden = hiddenSince(item, now);
  const at = hidden ?? publishedAt(item);
  const shown = isAhead(at, now) ? t.time.planned(fullTime(at)) : agoInWords(at, now);
  const text = hidden ? t.time.hidden(fullTime(hidden)) : shown;
  return (
    <time className={css.time} title={fullTime(at)} dateTime={at}>
      {text}
    </time>
  );
}

function Thumbnail({ photos }: { photos: Item['photoUrl'] }) {
  const [first] = photos;
  return (
    <span className={css.thumbnail}>
      {first ? (
        <img className={css.image} src={first.link} alt="" loading="lazy" />
      ) : (
        <IconPhoto size={iconSize.lg} stroke={iconStroke} aria-hidden />
      )}
    </span>
  );
}

// Folded, a survey shows its leading answer; unfolded, every answer of its first question.
function Poll({ survey, unfolded }: { survey: Survey; unfolded: boolean }) {
  const [first] = survey.questions;
  if (!first) return null;
  const bars = barsOf(survey, 0, t.poll.other);
  const rest = survey.questions.length - 1;
  return (
    <div className={css.poll}>
      <p className={css.question} title={first.question}>
        {first.question}
      </p>
      <Bars bars={unfolded ? bars : leadingBar(bars)} />
      {unfolded && rest > 0 && <p className={css.more}>{t.poll.moreQuestions(rest)}</p>}
    </div>
  );
}

// The list shows only the beginning.
function beginning(html: string): string {
  const text = plainText(html.replace(/<\/(p|li|h\d)>|<br\s*\/?>/g, ' ')).trim();
  return countCharacters(text) > longestText
    ? `${[...text].slice(0, longestText).join('')}…`
    : text;
}

type UnfoldProps = { title: string; unfolded: boolean; onClick: () => void };

function Unfold({ title, unfolded, onClick }: UnfoldProps) {
  const Icon = unfolded ? IconChevronUp : IconChevronDown;
  const words = unfolded ? common.fold : t.unfold;
  return (
    <ActionIcon
      className={css.unfold}
      variant="subtle"
      color="gray"
      title={words} // the browser's own tooltip: Mantine's costs hooks and listeners in every row
      aria-label={common.titleOf(words, title)}
      aria-expanded={unfolded}
      onClick={onClick}
    >
      <Icon size={iconSize.md} stroke={iconStroke} />
    </ActionIcon>
  );
}

/** An item in the list: a compact row that unfolds to its whole title, its pictures and the answers of its survey. */
export function ListCard({ item, tools }: { item: Item; tools: CardTools }) {
  const [unfolded, setUnfolded] = useState(false);
  const { title, photoUrl, pooling, event } = item;
  const text = beginning(item.content);
  const owner = item.nameUniversity ?? t.card.programme;
  return (
    <article className={css.row} data-unfolded={unfolded || undefined}>
      <Thumbnail photos={photoUrl} />
      <div className={css.words}>
        <h2 className={css.title} title={title}>
          {tools.link(tools.mark(title))}
        </h2>
        {text && <p className={css.text}>{tools.mark(text)}</p>}
        {unfolded && photoUrl.length > 0 && <Slider item={item} />}
      </div>
      <div className={css.facts}>
        <Labels item={item} />
        <p className={css.foot}>
          <When item={item} />
          <span className={css.owner} title={owner}>
            {owner}
          </span>
        </p>
      </div>
      {(pooling || event) && (
        <div className={css.pictures}>
          {pooling && <Poll survey={pooling} unfolded={unfolded} />}
          {event && <Seats event={event} />}
        </div>
      )}
      <Unfold title={title} unfolded={unfolded} onClick={() => setUnfolded(!unfolded)} />
    </article>
  );
}
