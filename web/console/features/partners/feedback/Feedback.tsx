import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatMoment } from '../../../../kit/format/moment';
import { Avatar } from '../../../shared/ui/Avatar';
import { More, type NextPage } from '../../../shared/ui/More';
import { TabFrame } from '../../../shared/ui/TabFrame';
import css from './Feedback.module.css';

/** A line of the table: who wrote what and when. */
export type Line = {
  id: string;
  author: { name: string; surname: string; photo: string | null };
  /** Beside the name: a status, a rating. */
  marks?: ReactNode;
  text: string;
  at: string;
  /** Cells after the date, in the order of the extra headers. */
  extra?: readonly ReactNode[];
};

/** A column header; a hidden one is only for screen readers. */
type Header = { title: string; hidden?: boolean };

type Props = {
  label: string;
  /** Shown instead of a table without lines. */
  empty: string;
  /** Headers: author, text, date, then the extra ones. */
  headers: readonly Header[];
  lines: readonly Line[];
  query: NextPage;
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
        <time>{formatMoment(at)}</time>
      </td>
      {extra.map((cell, i) => (
        <td key={headers[i + 3]?.title} className={css.numeric}>
          {cell}
        </td>
      ))}
    </tr>
  );
}

/** Reviews or complaints of students: a table; on a phone, a list. */
export function Feedback({ label, empty, headers, lines, query }: Props) {
  return (
    <TabFrame empty={lines.length === 0 && empty}>
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
      <More query={query} />
    </TabFrame>
  );
}
