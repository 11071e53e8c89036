import { Button } from '@mantine/core';
import { useState } from 'react';
import { asProblem } from '../../../kit/api/problem';
import { FilePick } from '../../shared/form/FilePick';
import { inWords } from '../../shared/notice/catalogue';
import { notifyDone } from '../../shared/notice/notices';
import { common } from '../../shared/texts';
import { Dialog } from '../../shared/ui/Dialog';
import { Live } from '../../shared/ui/Live';
import { Message } from '../../shared/ui/Message';
import { useImport } from './api';
import css from './catalogues.module.css';
import { t } from './texts';
import type { Counts, Loaded } from './wire';

function refusalOf(thrown: unknown): string {
  const problem = asProblem(thrown);
  return problem.errors[0]?.message ?? inWords(problem).text;
}

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul className={css.lines}>
    {lines.map((line, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal, and the list never changes
      <li key={at}>{line}</li>
    ))}
  </ul>
);

const isEmpty = ({ added, changed }: Counts) => added + changed === 0;

function Result({ counts }: { counts: Counts }) {
  const { added, changed, known, wrong, lines, sample } = counts;
  return (
    <div className={css.stack}>
      <p>{t.csv.dry}</p>
      <ul className={css.counts}>
        <li>{t.csv.added(added)}</li>
        <li>{t.csv.changed(changed)}</li>
        <li>{t.csv.known(known)}</li>
        <li>{t.csv.wrong(wrong)}</li>
      </ul>
      {sample.length > 0 && (
        <>
          <p>{t.csv.sample}</p>
          <Lines lines={sample} />
        </>
      )}
      {lines.length > 0 && <Lines lines={lines} />}
      {isEmpty(counts) && <p className={css.note}>{t.csv.nothing}</p>}
    </div>
  );
}

function ImportDialog({ kind, close }: { kind: Loaded; close: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const check = useImport();
  const load = useImport();
  const pick = ([picked]: readonly File[]) => {
    if (!picked) return;
    setFile(picked);
    load.reset();
    check.mutate({ kind, file: picked, dry: true });
  };
  const done = ({ added, changed }: Counts) => {
    notifyDone(t.csv.done(added, changed));
    close();
  };
  const failure = load.error ?? check.error;
  const counts = check.data;
  const busy = check.isPending || load.isPending;
  return (
    <Dialog onClose={close} title={t.csv.title[kind]} size="medium" busy={load.isPending}>
      <div className={css.stack}>
        <p className={css.note}>
          {t.csv.columns[kind]} {t.csv.hint}
        </p>
        <div className={css.buttons}>
          <FilePick
            variant="default"
            accept=".csv,.txt,text/csv,text/plain"
            loading={check.isPending}
            onPick={pick}
          >
            {file ? t.csv.other : t.csv.pick}
          </FilePick>
          {file && <span className={css.note}>{file.name}</span>}
        </div>
        <Live>
          {failure && <Message tone="red">{refusalOf(failure)}</Message>}
          {counts && <Result counts={counts} />}
        </Live>
        <div className={css.end}>
          <Button variant="default" onClick={close} disabled={load.isPending}>
            {common.cancel}
          </Button>
          <Button
            disabled={busy || !file || !counts || isEmpty(counts)}
            loading={load.isPending}
            onClick={() => file && load.mutate({ kind, file, dry: false }, { onSuccess: done })}
          >
            {t.csv.load}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Loads a catalogue from csv: first counts what it has, then stores it. */
export function ImportButton({ kind }: { kind: Loaded }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t.csv.open}
      </Button>
      {open && <ImportDialog kind={kind} close={() => setOpen(false)} />}
    </>
  );
}
