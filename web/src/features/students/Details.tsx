import { OutsideLink } from '../../shared/ui/OutsideLink';
import { Pair, Pairs } from '../../shared/ui/Pairs';
import { Section } from '../../shared/ui/Section';
import type { Student } from './api';
import { ageOn, phoneOf } from './rules';
import { t } from './texts';

function Birthdate({ date }: { date: string | null }) {
  if (!date) return t.card.nothing;
  const age = ageOn(date, new Date());
  return age === null ? date : `${date} (${t.card.age(age)})`;
}

function Personal({ student }: { student: Student }) {
  const { birthdate, linktg, linkvk, nameCity } = student.studentInfo;
  return (
    <Section title={t.card.personal}>
      <Pairs>
        <Pair label={t.card.birthdate}>
          <Birthdate date={birthdate} />
        </Pair>
        <Pair label={t.card.phone}>{phoneOf(student.phone)}</Pair>
        <Pair label={t.card.code}>{student.studentCode ?? t.card.nothing}</Pair>
        <Pair label={t.card.city}>{nameCity}</Pair>
        {linktg && (
          <Pair label={t.card.telegram}>
            <OutsideLink address={linktg} />
          </Pair>
        )}
        {linkvk && (
          <Pair label={t.card.vk}>
            <OutsideLink address={linkvk} />
          </Pair>
        )}
      </Pairs>
    </Section>
  );
}

function Education({ student }: { student: Student }) {
  const info = student.studentInfo;
  return (
    <Section title={t.card.education}>
      <Pairs>
        <Pair label={t.card.university}>{info.nameUniversity}</Pair>
        <Pair label={t.card.faculty}>{info.nameFaculty ?? t.card.nothing}</Pair>
        <Pair label={t.card.specialty}>{info.nameSpecialty ?? t.card.nothing}</Pair>
        <Pair label={t.card.course}>{info.course}</Pair>
        <Pair label={t.card.start}>{info.startEducation}</Pair>
        <Pair label={t.card.end}>{info.endEducation}</Pair>
      </Pairs>
    </Section>
  );
}

/** What is known of a student, in labelled pairs. */
export function Details({ student }: { student: Student }) {
  return (
    <>
      <Personal student={student} />
      <Education student={student} />
    </>
  );
}
