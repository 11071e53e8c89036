import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatMoment } from '../../../kit/format/moment';
import type { HistoryWords } from '../../shared/history/record';
import { targetOf } from '../../shared/links/target';
import { Dialog } from '../../shared/ui/Dialog';
import { Loaded } from '../../shared/ui/Loaded';
import { Message } from '../../shared/ui/Message';
import { Pair, Pairs } from '../../shared/ui/Pairs';
import { rowQuery } from './api';
import css from './journal.module.css';
import { t } from './texts';
import type { Line, Row } from './wire';
import { changesOf } from './words';

type Areas = { areas: readonly HistoryWords[] };

function Change({ row, areas }: Areas & { row: Row }) {
  const { personal, reason } = row;
  if (personal === 'erased') return <Message tone="grey">{t.row.erased}</Message>;
  const lines = changesOf(areas, row);
  return (
    <>
      {personal === 'hidden' && <Message tone="grey">{t.row.hidden}</Message>}
      {reason && <p className={css.change}>{t.row.reason(reason)}</p>}
      {lines.map((line) => (
        <p key={line} className={css.change}>
          {line}
        </p>
      ))}
      {lines.length === 0 && !reason && personal !== 'hidden' && (
        <p className={css.facts}>
          {Object.keys(row.changes).length > 0 ? t.row.untold : t.row.nothing}
        </p>
      )}
    </>
  );
}

// A name that leads to its card, if the operator sees one.
function Named({ name, href }: { name: string; href: string | null }) {
  return href ? (
    <Link className={css.link} {...targetOf(href)}>
      {name}
    </Link>
  ) : (
    name
  );
}

function About({ line }: { line: Line }) {
  const { object, objectName, objectHref, person } = line;
  return (
    <>
      <Pair label={t.row.object}>
        {objectName ? `${object}: ` : null}
        <Named name={objectName ?? object} href={objectHref} />
      </Pair>
      {person && (
        <Pair label={t.row.person}>
          <Named name={person.fullName} href={person.href} />
        </Pair>
      )}
    </>
  );
}

/** One row of the journal with what it changed. */
export function RowDialog({ line, areas, close }: Areas & { line: Line; close: () => void }) {
  const query = useQuery(rowQuery(line.number));
  return (
    <Dialog title={line.title} size="medium" onClose={close}>
      <Pairs>
        <Pair label={t.row.when}>{formatMoment(line.at)}</Pair>
        <Pair label={t.row.who}>{line.operator || t.system}</Pair>
        <About line={line} />
        {line.address && <Pair label={t.row.address}>{line.address}</Pair>}
        <Pair label={t.row.number}>{line.number}</Pair>
      </Pairs>
      <section className={css.changes} aria-label={t.row.change}>
        <Loaded query={query} skeleton={<Skeleton height={48} />}>
          {(row) => <Change row={row} areas={areas} />}
        </Loaded>
      </section>
    </Dialog>
  );
}
