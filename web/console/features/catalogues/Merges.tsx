import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { invalidateArea } from '../../shared/api/effects';
import { Live } from '../../shared/ui/Live';
import { Section } from '../../shared/ui/Section';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import { mergesQuery } from './api';
import css from './catalogues.module.css';
import { t } from './texts';
import type { Merge, Merging } from './wire';

const shown = 3;
const tones = { running: 'grey', done: 'green', error: 'red' } as const;

function Row({ merge: { nameFrom, nameInto, status, moved } }: { merge: Merge }) {
  return (
    <li className={css.merge}>
      <span>{t.merge.row(nameFrom, nameInto)}</span>
      <StatusBadge tone={tones[status]}>{t.merge.statuses[status]}</StatusBadge>
      <span className={css.note}>{t.merge.moved(moved)}</span>
      {status === 'error' && <span className={css.note}>{t.merge.failed}</span>}
    </li>
  );
}

/** The last merges of a catalogue and how far the running one is. */
export function Merges({ kind }: { kind: Merging }) {
  const client = useQueryClient();
  const { data } = useQuery(mergesQuery);
  const merges = data?.filter((merge) => merge.kind === kind).slice(0, shown) ?? [];
  const running = merges.some(({ status }) => status === 'running');
  const ran = useRef(false);
  useEffect(() => {
    // Lists and choices still have the entry that is gone.
    if (ran.current && !running) void invalidateArea(client, 'catalogues');
    ran.current = running;
  }, [running, client]);
  return (
    <Live>
      {merges.length > 0 && (
        <Section title={t.merge.last}>
          <ul className={css.merges}>
            {merges.map((merge) => (
              <Row key={merge.uuidMerge} merge={merge} />
            ))}
          </ul>
        </Section>
      )}
    </Live>
  );
}
