import type { Line } from './codesApi';
import css from './Lines.module.css';
import { t } from './texts';

type Props = {
  title: string;
  lines: readonly Line[];
  /** How many there are in all; the first of them are known. */
  count: number;
  /** Open to begin with. */
  open?: boolean;
};

/** The first lines of a file that somebody should look at, behind a title that opens them. */
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
