import { t } from './card/texts';
import css from './card.module.css';
import { correctionsInWords, tones } from './rules';
import { t as common } from './texts';
import type { Student } from './wire';

/** Why a student is blocked or an application rejected. */
export function Reason({ student: { status, statusReason, wrongFields } }: { student: Student }) {
  if (!statusReason || (status !== 'blocked' && status !== 'rejected')) return null;
  return (
    <div className={css.reason} data-tone={tones[status]}>
      <p className={css.reasonTitle}>{t.reason[status]}</p>
      {statusReason}
      {wrongFields.length > 0 && (
        <p className={css.asked}>
          {common.correcting.asked}: {correctionsInWords(wrongFields)}
        </p>
      )}
    </div>
  );
}
