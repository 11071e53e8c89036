import { plainText } from '../../shared/form/richText';
import { Gallery } from '../../shared/ui/Gallery';
import { RichText } from '../../shared/ui/RichText';
import css from './card.module.css';
import { Labels } from './Labels';
import { publishedAt } from './rules';
import { t } from './texts';
import { agoInWords, fullTime, isAhead } from './time';
import type { Item } from './wire';

function When({ item }: { item: Item }) {
  const at = publishedAt(item);
  const now = Date.now();
  const full = fullTime(at);
  const ago = agoInWords(at, now);
  const past = full.startsWith(ago) ? full : `${ago} · ${full}`;
  const text = isAhead(at, now) ? t.time.planned(full) : past;
  return (
    <p className={css.when}>
      <time dateTime={at}>{text}</time>
    </p>
  );
}

/** The content of an item: labels, date, images, text. The title is that of the page. */
export function Story({ item }: { item: Item }) {
  const pictures = item.photoUrl.map(({ uuidPhoto, link }, i) => ({
    id: uuidPhoto,
    address: link,
    alt: t.slider.alt(item.title, i),
  }));
  const hasText = plainText(item.content).trim() !== '';
  return (
    <article className={css.story}>
      <header className={css.head}>
        <Labels item={item} badge={false} />
        <When item={item} />
      </header>
      {pictures.length > 0 && <Gallery label={t.card.photos} pictures={pictures} />}
      {hasText && <RichText source={item.content} />}
      {!hasText && !item.pooling && !item.event && <p className={css.muted}>{t.card.noContent}</p>}
    </article>
  );
}
