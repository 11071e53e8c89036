import { Button } from '@mantine/core';
import { AppForm } from '../../shared/form/AppForm';
import { TextField } from '../../shared/form/TextField';
import { useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { common } from '../../shared/texts';
import { useAddFaculty } from './api';
import { longestName, nameSchema } from './rules';
import css from './structure.module.css';
import { t } from './texts';

/** Adds a faculty by its name. */
export function AddByName({ close }: { close: () => void }) {
  const add = useAddFaculty();
  const form = useAppForm({
    schema: nameSchema,
    initial: { nameDepartment: '' },
    save: ({ nameDepartment: name }, { key }) => add.mutateAsync({ name, key }),
    saved: ({ nameDepartment }) => {
      notifyDone(t.adding.added, nameDepartment);
      close();
    },
    refused: ({ status, detail }) =>
      status === 409 && detail ? { nameDepartment: detail } : undefined,
    guard: false,
  });
  return (
    <AppForm form={form} label={t.adding.title}>
      <TextField
        {...form.field('nameDepartment')}
        label={t.adding.name}
        maxLength={longestName}
        required
        autoFocus
      />
      <div className={css.dialogActions}>
        <Button variant="default" onClick={close}>
          {common.cancel}
        </Button>
        <Button type="submit" loading={form.saving}>
          {t.add}
        </Button>
      </div>
    </AppForm>
  );
}
