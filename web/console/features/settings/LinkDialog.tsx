import { AppForm } from '../../shared/form/AppForm';
import { DialogButtons } from '../../shared/form/DialogButtons';
import { TextField } from '../../shared/form/TextField';
import { useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { Dialog } from '../../shared/ui/Dialog';
import { useSaveLink } from './api';
import { linkSchema } from './rules';
import { t } from './texts';

/** Adds or changes the messenger link. */
export function LinkDialog({ link, close }: { link: string; close: () => void }) {
  const save = useSaveLink({ inForm: true });
  const form = useAppForm({
    schema: linkSchema,
    initial: { settingLink: link },
    save: ({ settingLink }, { key }) => save.mutateAsync({ settingLink, key }),
    saved: () => {
      notifyDone(t.messenger.saved);
      close();
    },
    draft: 'messenger',
  });
  return (
    <Dialog
      onClose={close}
      title={link ? t.messenger.editing : t.messenger.adding}
      busy={form.saving}
    >
      <AppForm form={form} label={t.messenger.label}>
        <TextField
          {...form.field('settingLink')}
          label={t.messenger.label}
          description={t.messenger.formatHint}
          placeholder={t.messenger.placeholder}
          inputMode="url"
          required
        />
        <DialogButtons saving={form.saving} />
      </AppForm>
    </Dialog>
  );
}
