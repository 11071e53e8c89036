import { Button } from '@mantine/core';
import { useState } from 'react';
import { AppForm } from '../../shared/form/AppForm';
import { DialogButtons } from '../../shared/form/DialogButtons';
import { PasswordField } from '../../shared/form/PasswordField';
import { useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { Dialog } from '../../shared/ui/Dialog';
import { Section } from '../../shared/ui/Section';
import { changePassword } from './api';
import { passwordRefusal, passwordSchema } from './rules';
import { t } from './texts';

function PasswordDialog({ close }: { close: () => void }) {
  const form = useAppForm({
    schema: passwordSchema,
    initial: { oldPassword: '', newPassword: '', repeat: '' },
    save: ({ oldPassword, newPassword }) => changePassword({ oldPassword, newPassword }),
    saved: () => {
      notifyDone(t.password.changed);
      close();
    },
    refused: passwordRefusal,
    draft: null, // passwords are never stored
  });
  return (
    <Dialog onClose={close} title={t.password.dialog} busy={form.saving}>
      <AppForm form={form} label={t.password.dialog}>
        <PasswordField
          {...form.field('oldPassword')}
          label={t.password.old}
          autoComplete="current-password"
          required
        />
        <PasswordField
          {...form.field('newPassword')}
          label={t.password.new}
          description={t.password.newHint}
          autoComplete="new-password"
          required
        />
        <PasswordField
          {...form.field('repeat')}
          label={t.password.repeat}
          autoComplete="new-password"
          required
        />
        <DialogButtons save={t.password.change} saving={form.saving} />
      </AppForm>
    </Dialog>
  );
}

/** Opens the dialog to change the password. */
export function PasswordSection() {
  const [opened, setOpened] = useState(false);
  const change = (
    <Button variant="default" onClick={() => setOpened(true)}>
      {t.password.change}
    </Button>
  );
  return (
    <>
      <Section title={t.password.title} hint={t.password.hint} actions={change} />
      {opened && <PasswordDialog close={() => setOpened(false)} />}
    </>
  );
}
