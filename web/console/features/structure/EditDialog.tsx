import { useState } from 'react';
import { AppForm } from '../../shared/form/AppForm';
import { DialogButtons } from '../../shared/form/DialogButtons';
import { conflictError } from '../../shared/form/refusal';
import { TextField } from '../../shared/form/TextField';
import { useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog';
import { Dialog } from '../../shared/ui/Dialog';
import { useDeleteSpecialty, useSaveFaculty } from './api';
import {
  changeOf,
  type FacultyValues,
  facultySchema,
  longestName,
  type SpecialtyValue,
  valuesOf,
} from './rules';
import { SpecialtiesField } from './SpecialtiesField';
import { t } from './texts';
import type { Faculty } from './wire';

type RemoveProps = {
  specialty: SpecialtyValue;
  onGone: () => void;
  onFailed: () => void;
  onCancel: () => void;
};

function RemoveSpecialty({ specialty, onGone, onFailed, onCancel }: RemoveProps) {
  const remove = useDeleteSpecialty();
  const gone = () => {
    notifyDone(t.removingSpecialty.done, specialty.name);
    onGone();
  };
  return (
    <ConfirmDialog
      title={t.removingSpecialty.title}
      text={t.removingSpecialty.text(specialty.name)}
      confirm={t.removingSpecialty.confirm}
      danger
      busy={remove.isPending}
      onCancel={onCancel}
      onConfirm={() => remove.mutate(specialty.uuid ?? '', { onSuccess: gone, onError: onFailed })}
    />
  );
}

/** Renames a faculty; renames, adds and deletes its specialties. */
export function EditDialog({ faculty, close }: { faculty: Faculty; close: () => void }) {
  const save = useSaveFaculty();
  const [removed, setRemoved] = useState<SpecialtyValue | null>(null);
  const form = useAppForm({
    schema: facultySchema,
    initial: valuesOf(faculty),
    save: async (values: FacultyValues) => {
      const change = changeOf(faculty.uuidDepartment, values);
      if (change) await save.mutateAsync(change);
      return change !== null;
    },
    saved: (changed) => {
      if (changed) notifyDone(t.editing.saved);
      close();
    },
    refused: conflictError,
    draft: `structure/${faculty.uuidDepartment}`,
  });
  const specialties = form.field('specialties');
  const without = (gone: SpecialtyValue) =>
    specialties.onChange(form.values.specialties.filter(({ key }) => key !== gone.key));
  return (
    <Dialog onClose={close} title={t.editing.title} size="medium">
      <AppForm form={form} label={t.editing.title}>
        <TextField {...form.field('name')} label={t.editing.name} limit={longestName} required />
        <SpecialtiesField
          {...specialties}
          onRemove={(one) => (one.uuid === null ? without(one) : setRemoved(one))}
        />
        <DialogButtons saving={form.saving} />
      </AppForm>
      {removed && (
        <RemoveSpecialty
          specialty={removed}
          onCancel={() => setRemoved(null)}
          onGone={() => {
            without(removed);
            setRemoved(null);
          }}
          onFailed={close}
        />
      )}
    </Dialog>
  );
}
