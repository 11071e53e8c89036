import { OutsideLink } from '../../shared/ui/OutsideLink';
import { Pair, Pairs } from '../../shared/ui/Pairs';
import { Section } from '../../shared/ui/Section';
import { t } from './card/texts';
import { ageOn, phoneOf } from './rules';
import type { Student } from './wire';

function Birthdate({ date }: { date: string | null }) {
  if (!date) return t.nothing;
  const age = ageOn(date, new Date());
  return age === null ? date : `${date} (${t.age(age)})`;
}

function Personal({ student }: { student: Student }) {
  const { birthdate, linktg, linkvk, nameCity } = student.studentInfo;
  return (
    <Section title={t.personal}>
      <Pairs>
        <Pair label={t.birthdate}>
          <Birthdate date={birthdate} />
        </Pair>
        <Pair label={t.phone}>{phoneOf(student.phone)}</Pair>
        <Pair label={t.code}>{student.studentCode ?? t.nothing}</Pair>
        <Pair label={t.city}>{nameCity}</Pair>
        {linktg && (
          <Pair label={t.telegram}>
            <OutsideLink address={linktg} />
          </Pair>
        )}
        {linkvk && (
          <Pair label={t.vk}>
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
    <Section title={t.education}>
      <Pairs>
        <Pair label={t.university}>{info.nameUniversity}</Pair>
        <Pair label={t.faculty}>{info.nameFaculty ?? t.nothing}</Pair>
        <Pair label={t.specialty}>{info.nameSpecialty ?? t.nothing}</Pair>
        <Pair label={t.course}>{info.course}</Pair>
        <Pair label={t.start}>{info.startEducation}</Pair>
        <Pair label={t.end}>{info.endEducation}</Pair>
      </Pairs>
    </Section>
  );
}

/** The data of a student. */
export function Details({ student }: { student: Student }) {
  return (
    <>
      <Personal student={student} />
      <Education student={student} />
    </>
  );
}
