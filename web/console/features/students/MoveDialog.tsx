import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { AppForm } from '../../shared/form/AppForm';
import { DialogButtons } from '../../shared/form/DialogButtons';
import { SearchSelectField } from '../../shared/form/SearchSelectField';
import { optionalChoice } from '../../shared/form/schema';
import { useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { Dialog } from '../../shared/ui/Dialog';
import { UniversityField } from '../../shared/university/UniversityField';
import { cardQuery, facultiesQuery, useMoveToUniversity } from './api';
import { fullName } from './rules';
import { t } from './texts';
import type { Card } from './wire';

const schema = v.object({
  uuidUniversity: v.pipe(v.string(), v.uuid(t.moving.choose)),
  uuidFaculty: optionalChoice,
  uuidSpecialty: optionalChoice,
  version: v.string(), // part of the values: after a 409 and a reload the form must send the new one
});

const valuesOf = ({ version }: Card) => ({
  uuidUniversity: '',
  uuidFaculty: '',
  uuidSpecialty: '',
  version,
});

/** Moves a student to another university (rules 30.9). */
export function MoveDialog({ card, close }: { card: Card; close: () => void }) {
  const client = useQueryClient();
  const { uuidUser, studentInfo } = card.student;
  const move = useMoveToUniversity(uuidUser);
  const form = useAppForm({
    schema,
    initial: valuesOf(card),
    save: (to) => move.mutateAsync(to),
    saved: () => {
      notifyDone(t.moving.done);
      close();
    },
    reload: async () => valuesOf(await client.fetchQuery({ ...cardQuery(uuidUser), staleTime: 0 })),
    draft: `students/${uuidUser}/move`,
    personal: true,
  });
  const { uuidUniversity, uuidFaculty } = form.values;
  const isChosen = v.safeParse(v.pipe(v.string(), v.uuid()), uuidUniversity).success;
  const { data = [] } = useQuery({ ...facultiesQuery(uuidUniversity), enabled: isChosen });
  const specialties = data.find(
    ({ uuidDepartment }) => uuidDepartment === uuidFaculty,
  )?.specialties;
  const university = form.field('uuidUniversity');
  const faculty = form.field('uuidFaculty');
  const specialty = form.field('uuidSpecialty');
  // A faculty belongs to one university, a specialty to one faculty.
  const choose = (value: string) => {
    if (value !== uuidUniversity) {
      faculty.onChange('');
      specialty.onChange('');
    }
    university.onChange(value);
  };
  const chooseFaculty = (value: string) => {
    if (value !== uuidFaculty) specialty.onChange('');
    faculty.onChange(value);
  };
  return (
    <Dialog onClose={close} title={t.moving.title} busy={form.saving}>
      <AppForm form={form} label={t.moving.title}>
        <p>{t.moving.text(fullName(studentInfo), studentInfo.nameUniversity)}</p>
        <UniversityField {...university} onChange={choose} />
        <SearchSelectField
          {...faculty}
          onChange={chooseFaculty}
          label={t.edit.faculty}
          options={(isChosen ? data : []).map((one) => ({
            value: one.uuidDepartment,
            label: one.nameDepartment,
          }))}
          disabled={!isChosen || data.length === 0}
        />
        <SearchSelectField
          {...specialty}
          label={t.edit.specialty}
          options={(specialties ?? []).map((one) => ({
            value: one.uuidSpecialty,
            label: one.nameSpecialty,
          }))}
          disabled={!specialties?.length}
        />
        <DialogButtons save={t.moving.confirm} saving={form.saving} />
      </AppForm>
    </Dialog>
  );
}
