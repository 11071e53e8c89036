import { shownTime } from '../../shared/history/record';
import { Message } from '../../shared/ui/Message';
import css from './Codes.module.css';
import type { Import } from './codesApi';
import { Lines } from './Lines';
import { isUnderWay } from './rules';
import { t } from './texts';

function stage({ status, total, progress }: Import): string {
  if (status === 'queued') return t.import.queued;
  return total === 0 ? t.import.reading : t.import.running(progress);
}

function UnderWay({ file }: { file: Import }) {
  const words = stage(file);
  return (
    <div className={css.import}>
      <p className={css.importTitle} role="status">
        {words}
      </p>
      <p className={css.quiet}>{file.fileName ?? t.import.noName}</p>
      <div
        className={css.progress}
        role="progressbar"
        aria-label={words}
        aria-valuenow={file.progress}
        aria-valuemin={0}
        aria-valuemax={100}
        data-waiting={file.total === 0 || undefined}
      >
        <span style={{ width: `${file.progress}%` }} />
      </div>
    </div>
  );
}

/** A file of codes on its way, or what became of the last one. */
export function ImportState({ file }: { file: Import }) {
  if (isUnderWay(file)) return <UnderWay file={file} />;
  const failed = file.status === 'error';
  const { imported, duplicates, invalid } = file;
  return (
    <div className={css.import}>
      {failed ? (
        <Message tone="red" title={t.import.failed}>
          {file.error}
        </Message>
      ) : (
        <p className={css.importTitle}>{t.import.done}</p>
      )}
      <p className={css.quiet}>
        {[file.fileName ?? t.import.noName, t.import.at(shownTime(file.updatedAt))].join(' · ')}
      </p>
      {(!failed || imported > 0) && (
        <p className={css.counts}>
          <span>{t.import.imported(imported)}</span>
          <span>{t.import.duplicates(duplicates)}</span>
          <span>{t.import.invalid(invalid)}</span>
        </p>
      )}
      <Lines title={t.file.bad} lines={file.badLines} count={invalid} />
    </div>
  );
}
