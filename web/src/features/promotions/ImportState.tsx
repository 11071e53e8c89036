import { shownTime } from '../../shared/history/record';
import { Live } from '../../shared/ui/Live';
import { Message } from '../../shared/ui/Message';
import css from './Codes.module.css';
import type { Import } from './codesApi';
import { Lines } from './Lines';
import { isUnderWay } from './rules';
import { t } from './texts';

function stage({ status, total }: Import): string {
  if (status === 'queued') return t.import.queued;
  if (status === 'done') return t.import.done;
  return total === 0 ? t.import.reading : t.import.running;
}

// The stages alone are read aloud: the percent grows every two seconds.
function Title({ file }: { file: Import }) {
  const counted = isUnderWay(file) && file.total > 0;
  return (
    <div className={css.importTitle}>
      <Live>{file.status !== 'error' && stage(file)}</Live>
      {counted && <span>{t.import.percent(file.progress)}</span>}
    </div>
  );
}

function Progress({ file }: { file: Import }) {
  return (
    <div
      className={css.progress}
      role="progressbar"
      aria-label={stage(file)}
      aria-valuenow={file.progress}
      aria-valuemin={0}
      aria-valuemax={100}
      data-waiting={file.total === 0 || undefined}
    >
      <span style={{ width: `${file.progress}%` }} />
    </div>
  );
}

function Outcome({ file }: { file: Import }) {
  const { imported, duplicates, invalid, status } = file;
  return (
    <>
      {(status !== 'error' || imported > 0) && (
        <p className={css.counts}>
          <span>{t.import.imported(imported)}</span>
          <span>{t.import.duplicates(duplicates)}</span>
          <span>{t.import.invalid(invalid)}</span>
        </p>
      )}
      <Lines title={t.file.bad} lines={file.badLines} count={invalid} />
    </>
  );
}

/** A file of codes on its way, or what became of the last one. */
export function ImportState({ file }: { file: Import }) {
  const underWay = isUnderWay(file);
  const name = file.fileName ?? t.import.noName;
  return (
    <div className={css.import}>
      <Title file={file} />
      {file.status === 'error' && (
        <Message tone="red" title={t.import.failed}>
          {file.error}
        </Message>
      )}
      <p className={css.quiet}>
        {underWay ? name : [name, t.import.at(shownTime(file.updatedAt))].join(' · ')}
      </p>
      {underWay ? <Progress file={file} /> : <Outcome file={file} />}
    </div>
  );
}
