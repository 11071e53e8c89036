import { AppForm } from '../../shared/form/AppForm';
import { DialogButtons } from '../../shared/form/DialogButtons';
import { TextField } from '../../shared/form/TextField';
import { useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { useAddFaculty } from './api';
import { longestName, nameSchema } from './rules';
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
    draft: 'structure/add',
  });
  return (
    <AppForm form={form} label={t.adding.title}>
      <TextField
        {...form.field('nameDepartment')}
        label={t.adding.name}
        limit={longestName}
        required
        autoFocus
      />
      <DialogButtons save={t.add} saving={form.saving} />
    </AppForm>
  );
}
