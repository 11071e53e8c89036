import { DateField } from '../../shared/form/DateField';
import { PhoneField } from '../../shared/form/PhoneField';
import { PhotoField } from '../../shared/form/PhotoField';
import { photoKey } from '../../shared/form/photo';
import { TextField } from '../../shared/form/TextField';
import { Section } from '../../shared/ui/Section';
import { t as card } from './card/texts';
import css from './edit.module.css';
import { birthRange, type StudentField } from './rules';
import { t } from './texts';
import type { Student } from './wire';

type Props = { field: StudentField; student: Student };

/** Photo, name, birth date and, for students registered through VK, the phone. */
export function PersonalFields({ field, student }: Props) {
  const { photo } = student.studentInfo;
  const { min, max } = birthRange(new Date());
  return (
    <Section title={card.personal}>
      <PhotoField
        {...field('photo')}
        label={t.edit.photo}
        description={t.edit.photoHint}
        stored={photo ? { key: photoKey(photo), address: photo } : null}
      />
      <div className={css.grid}>
        <TextField {...field('surname')} label={t.edit.surname} required />
        <TextField {...field('name')} label={t.edit.name} required />
        <TextField {...field('patronymic')} label={t.edit.patronymic} />
        <DateField {...field('birthdate')} label={t.edit.birthdate} minDate={min} maxDate={max} />
        {student.vk && <PhoneField {...field('phone')} label={t.edit.phone} required />}
      </div>
    </Section>
  );
}
