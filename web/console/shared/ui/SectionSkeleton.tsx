import css from './SectionSkeleton.module.css';

type ShapeProps = {
  /** Labelled values. */
  pairs?: number;
  /** Fields of a form. */
  fields?: number;
  /** Lines of text. */
  lines?: number;
  /** Rows of a list: a name above its facts. */
  rows?: number;
  /** Framed tiles beside each other. */
  tiles?: number;
};

const keys = (count: number) => Array.from({ length: count }, (_, i) => `part-${i}`);

function Parts({ pairs = 0, fields = 0, lines = 0, rows = 0, tiles = 0 }: ShapeProps) {
  const all = (count: number, className = '') =>
    keys(count).map((key) => <span key={key} className={className} />);
  return (
    <>
      {pairs + fields > 0 && (
        <div className={css.pairs}>
          {all(pairs, css.pair)}
          {keys(fields).map((key) => (
            <span key={key} className={css.pair} data-field />
          ))}
        </div>
      )}
      {lines > 0 && <div className={css.lines}>{all(lines, css.line)}</div>}
      {rows > 0 && <div className={css.rows}>{all(rows, css.row)}</div>}
      {tiles > 0 && <div className={css.tiles}>{all(tiles, css.tile)}</div>}
    </>
  );
}

/** The content of a section or tab while it loads: the shapes of what it will hold. */
export function Shapes(props: ShapeProps) {
  return (
    <div className={css.shapes}>
      <Parts {...props} />
    </div>
  );
}

type Props = ShapeProps & {
  /** A portrait or logo instead of a title. */
  picture?: boolean;
};

/** A Section while it loads: its frame, and the shapes of what it will hold. */
export function SectionSkeleton({ picture, ...shapes }: Props) {
  return (
    <div className={css.section}>
      <span className={picture ? css.picture : css.title} />
      <Parts {...shapes} />
    </div>
  );
}
