import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { shownTime } from '../../shared/history/record';
import { Avatar } from '../../shared/ui/Avatar';
import { More, type Parts } from '../../shared/ui/More';
import css from './Feedback.module.css';
import { t } from './texts';

/** One line of a tab: who said what and when. */
type Line = {
  id: string;
  author: { name: string; surname: string; photo: string | null };
  /** Beside the name: a status, a rating. */
  marks?: ReactNode;
  text: string;
  at: string;
  /** Cells after the date, in the order of the extra headers. */
  extra?: readonly ReactNode[];
};

/** A column: its word, which may be there for those alone who do not see the table. */
type Header = { title: string; hidden?: boolean };

type Props = {
  label: string;
  /** Headers: author, text, date, then the extra ones. */
  headers: readonly Header[];
  lines: readonly Line[];
  query: Parts;
};

function Row({ line, headers }: { line: Line; headers: readonly Header[] }) {
  const { author, marks, text, at, extra = [] } = line;
  return (
    <tr>
      <td>
        <div className={css.author}>
          <Avatar person={author} />
          <div className={css.name}>
            {`${author.surname} ${author.name}`.trim()}
            {marks && <div className={css.marks}>{marks}</div>}
          </div>
        </div>
      </td>
      <td className={css.text}>{text}</td>
      <td className={css.numeric}>
        <time>{shownTime(at)}</time>
      </td>
      {extra.map((cell, i) => (
        <td key={headers[i + 3]?.title} className={css.numeric}>
          {cell}
        </td>
      ))}
    </tr>
  );
}

/** What students say of a partner: a table, on the phone a line under the other. */
export function Feedback({ label, headers, lines, query }: Props) {
  return (
    <div className={css.box}>
      <table className={css.table} aria-label={label}>
        <thead>
          <tr>
            {headers.map(({ title, hidden }) => (
              <th key={title} scope="col">
                {hidden ? <VisuallyHidden>{title}</VisuallyHidden> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={line.id} line={line} headers={headers} />
          ))}
        </tbody>
      </table>
      <More query={query} className={css.more}>
        {t.actions.more}
      </More>
    </div>
  );
}
