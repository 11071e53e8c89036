import { IconUser } from '@tabler/icons-react';
import { iconStroke } from '../../shared/theme/tokens';
import { t } from './card/texts';
import css from './card.module.css';
import { fullName } from './rules';
import type { Student } from './wire';

/** A student's photo or a placeholder. */
export function Photo({ student }: { student: Student }) {
  const { photo } = student.studentInfo;
  if (photo) {
    return <img className={css.photo} src={photo} alt={t.photo(fullName(student.studentInfo))} />;
  }
  return (
    <div className={css.photo} role="img" aria-label={t.noPhoto}>
      <IconUser size={48} stroke={iconStroke} aria-hidden />
    </div>
  );
}
