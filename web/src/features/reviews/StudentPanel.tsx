import { IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { may } from '../../shared/access/area';
import { showPhone } from '../../shared/form/phone';
import { useOperator } from '../../shared/session/session';
import { iconStroke } from '../../shared/theme/tokens';
import { OutsideLink } from '../../shared/ui/OutsideLink';
import { Pair, Pairs } from '../../shared/ui/Pairs';
import { Section } from '../../shared/ui/Section';
import type { Review } from './api';
import css from './reviews.module.css';
import { fullName } from './rules';
import { t } from './texts';

type Student = Review['studentInfo'];

function Photo({ student }: { student: Student }) {
  if (student.photo) {
    return (
      <img className={css.photo} src={student.photo} alt={t.student.photo(fullName(student))} />
    );
  }
  return (
    <div className={css.photo} role="img" aria-label={t.student.noPhoto}>
      <IconUser size={40} stroke={iconStroke} aria-hidden />
    </div>
  );
}

// A link where the role has students (contract §2).
function Name({ student }: { student: Student }) {
  const { role } = useOperator();
  if (!may(role, 'students')) return <p className={css.name}>{fullName(student)}</p>;
  return (
    <p className={css.name}>
      <Link className={css.link} to={`/card/${student.uuidUser}`}>
        {fullName(student)}
      </Link>
    </p>
  );
}

const outside = (address: string | null) =>
  address ? <OutsideLink address={address} /> : t.noValue;

/** Who wrote a review. */
export function StudentPanel({ student }: { student: Student }) {
  const { phone, linkvk, linktg, nameCity, nameUniversity, startEducation, endEducation } = student;
  return (
    <Section title={t.student.title}>
      <div className={css.person}>
        <Photo student={student} />
        <Name student={student} />
      </div>
      <Pairs>
        <Pair label={t.student.phone}>{phone ? showPhone(phone) : t.noValue}</Pair>
        <Pair label={t.student.vk}>{outside(linkvk)}</Pair>
        <Pair label={t.student.telegram}>{outside(linktg)}</Pair>
        <Pair label={t.student.city}>{nameCity}</Pair>
        <Pair label={t.student.university} wide>
          {nameUniversity}
        </Pair>
        <Pair label={t.student.start}>{startEducation}</Pair>
        <Pair label={t.student.end}>{endEducation}</Pair>
      </Pairs>
    </Section>
  );
}
