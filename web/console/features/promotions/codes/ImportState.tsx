import { formatMoment } from '../../../../kit/format/moment';
import { Live } from '../../../shared/ui/Live';
import { Message } from '../../../shared/ui/Message';
import { ProgressBar } from '../../../shared/ui/ProgressBar';
import { t } from '../texts';
import type { Import } from '../wire';
import css from './Codes.module.css';
import { Lines } from './Lines';
import { isRunning } from './rules';

function stage({ status, total }: Import): string {
  if (status === 'queued') return t.import.queued;
  if (status === 'done') return t.import.done;
  return total === 0 ? t.import.reading : t.import.running;
}

// Screen readers announce only the stage: the percentage changes every two seconds.
function Title({ job }: { job: Import }) {
  const counted = isRunning(job) && job.total > 0;
  return (
    <div className={css.importTitle}>
      <Live>{job.status !== 'error' && stage(job)}</Live>
      {counted && <span>{t.import.percent(job.progress)}</span>}
    </div>
  );
}

function Progress({ job }: { job: Import }) {
  return (
    <ProgressBar
      className={css.progress}
      label={stage(job)}
      share={job.progress / 100}
      data-waiting={job.total === 0 || undefined}
    />
  );
}

function Outcome({ job }: { job: Import }) {
  const { imported, duplicates, invalid, status } = job;
  return (
    <>
      {(status !== 'error' || imported > 0) && (
        <p className={css.counts}>
          <span>{t.import.imported(imported)}</span>
          <span>{t.import.duplicates(duplicates)}</span>
          <span>{t.import.invalid(invalid)}</span>
        </p>
      )}
      <Lines title={t.file.bad} lines={job.badLines} count={invalid} />
    </>
  );
}

/** The running import, or the result of the last one. */
export function ImportState({ job }: { job: Import }) {
  const underWay = isRunning(job);
  const name = job.fileName ?? t.import.noName;
  return (
    <div className={css.import}>
      <Title job={job} />
      {job.status === 'error' && (
        <Message tone="red" title={t.import.failed}>
          {job.error}
        </Message>
      )}
      <p className={css.quiet}>
        {underWay ? name : [name, t.import.at(formatMoment(job.updatedAt))].join(' · ')}
      </p>
      {underWay ? <Progress job={job} /> : <Outcome job={job} />}
    </div>
  );
}
