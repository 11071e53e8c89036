import { plainText } from '../../shared/form/richText';
import { Gallery } from '../../shared/ui/Gallery';
import { RichText } from '../../shared/ui/RichText';
import type { Item } from './api';
import css from './card.module.css';
import { Labels } from './Labels';
import { publishedAt } from './rules';
import { t } from './texts';
import { agoInWords, isAhead, wholeTime } from './time';

function When({ item }: { item: Item }) {
  const at = publishedAt(item);
  const now = Date.now();
  const whole = wholeTime(at);
  const ago = agoInWords(at, now);
  const past = whole.startsWith(ago) ? whole : `${ago} · ${whole}`;
  const words = isAhead(at, now) ? t.time.planned(whole) : past;
  return (
    <p className={css.when}>
      <time dateTime={at}>{words}</time>
    </p>
  );
}

/** What an item says: labels, title, date, pictures, text. */
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
        <Labels item={item} approval={false} />
        <h2 className={css.title}>{item.title}</h2>
        <When item={item} />
      </header>
      {pictures.length > 0 && <Gallery label={t.card.photos} pictures={pictures} />}
      {hasText && <RichText source={item.content} />}
      {!hasText && !item.pooling && !item.event && <p className={css.muted}>{t.card.noContent}</p>}
    </article>
  );
}
