import { IconUser } from '@tabler/icons-react';
import { iconStroke } from '../../shared/theme/tokens';
import type { Student } from './api';
import css from './card.module.css';
import { fullName } from './rules';
import { t } from './texts';

/** A student's photo, or its place. */
export function Photo({ student }: { student: Student }) {
  const { photo } = student.studentInfo;
  if (photo) {
    return (
      <img className={css.photo} src={photo} alt={t.card.photo(fullName(student.studentInfo))} />
    );
  }
  return (
    <div className={css.photo} role="img" aria-label={t.card.noPhoto}>
      <IconUser size={48} stroke={iconStroke} aria-hidden />
    </div>
  );
}
