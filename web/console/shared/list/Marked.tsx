import { Fragment } from 'react';
import { matchesIn } from './highlight';
import css from './Marked.module.css';

/** A text with highlighted search matches. */
export function Marked({ text, search }: { text: string; search: string }) {
  const ranges = search ? matchesIn(text, search) : [];
  if (ranges.length === 0) return text;
  return (
    <>
      {ranges.map(([from, to], i) => (
        <Fragment key={from}>
          {text.slice(ranges[i - 1]?.[1] ?? 0, from)}
          <mark className={css.mark}>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(ranges.at(-1)?.[1])}
    </>
  );
}
