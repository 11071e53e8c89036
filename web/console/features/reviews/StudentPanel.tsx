import { IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatPhone } from '../../../kit/format/phone';
import { may } from '../../shared/access/area';
import { studentLinks } from '../../shared/links/students';
import { useOperator } from '../../shared/session/session';
import { iconStroke } from '../../shared/theme/tokens';
import { OutsideLink } from '../../shared/ui/OutsideLink';
import { Pair, Pairs } from '../../shared/ui/Pairs';
import { Section } from '../../shared/ui/Section';
import css from './reviews.module.css';
import { fullName } from './rules';
import { t } from './texts';
import type { Review } from './wire';

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

// A link if the role has students (rules 2.10).
function Name({ student }: { student: Student }) {
  const operator = useOperator();
  if (!may(operator, 'students')) return <p className={css.name}>{fullName(student)}</p>;
  return (
    <p className={css.name}>
      <Link className={css.link} to={studentLinks.card(student)}>
        {fullName(student)}
      </Link>
    </p>
  );
}

const outside = (address: string | null) =>
  address ? <OutsideLink address={address} /> : t.noValue;

/** The author of a review. */
export function StudentPanel({ student }: { student: Student }) {
  const { phone, linkvk, linktg, nameCity, nameUniversity, startEducation, endEducation } = student;
  return (
    <Section title={t.student.title}>
      <div className={css.person}>
        <Photo student={student} />
        <Name student={student} />
      </div>
      <Pairs>
        <Pair label={t.student.phone}>{phone ? formatPhone(phone) : t.noValue}</Pair>
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
