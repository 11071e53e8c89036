import { t } from '../texts';
import type { Line } from '../wire';
import css from './Lines.module.css';

type Props = {
  title: string;
  lines: readonly Line[];
  /** The total; `lines` has only the first of them. */
  count: number;
  /** Initially open. */
  open?: boolean;
};

/** The first invalid or suspicious lines of a file, collapsed under a title. */
export function Lines({ title, lines, count, open }: Props) {
  if (lines.length === 0) return null;
  return (
    <details className={css.lines} open={open}>
      <summary className={css.title}>{t.file.firstOf(title, lines.length, count)}</summary>
      <div className={css.scroll}>
        <table className={css.table} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t.file.line}</th>
              <th scope="col">{t.file.value}</th>
              <th scope="col">{t.file.reason}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ line, value, reason }) => (
              <tr key={`${line}-${reason}`}>
                <td>{line}</td>
                <td className={css.value}>{value}</td>
                <td>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
