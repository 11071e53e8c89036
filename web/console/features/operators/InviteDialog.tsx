import { useQuery } from '@tanstack/react-query';
import type { Role } from '../../shared/access/access.gen';
import { conflictText } from '../../shared/api/areaChange';
import { AppForm } from '../../shared/form/AppForm';
import { DialogButtons } from '../../shared/form/DialogButtons';
import { TextField } from '../../shared/form/TextField';
import { useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { useOperator } from '../../shared/session/session';
import { Dialog } from '../../shared/ui/Dialog';
import { Loaded } from '../../shared/ui/Loaded';
import { cardQuery, useInvite } from './api';
import { RightsFields } from './RightsFields';
import { invitationSchema } from './rules';
import { t } from './texts';

type Home = { uuid: string; name: string };

function InviteForm({ home, close }: { home: Home; close: () => void }) {
  const invite = useInvite();
  const form = useAppForm({
    schema: invitationSchema,
    initial: {
      login: '',
      role: 'operator_student' as Role,
      isAdmin: false,
      isChairman: false,
      uuidUniversity: home.uuid,
    },
    save: (values, { key }) => invite.mutateAsync({ values, key }).then(() => values.login),
    saved: (login) => {
      notifyDone(t.done.invited(login));
      close();
    },
    errors: conflictText,
    draft: 'operators/invite',
    personal: true,
  });
  return (
    <AppForm form={form} label={t.invitations.dialog}>
      <TextField
        {...form.field('login')}
        label={t.invitations.email}
        description={t.invitations.hint}
        type="email"
        inputMode="email"
        autoFocus
        required
      />
      <RightsFields
        fields={{
          role: form.field('role'),
          isAdmin: form.field('isAdmin'),
          isChairman: form.field('isChairman'),
          uuidUniversity: form.field('uuidUniversity'),
        }}
        stored={{ value: home.uuid, label: home.name }}
      />
      <DialogButtons save={t.invitations.send} saving={form.saving} />
    </AppForm>
  );
}

/** Invites an operator; the caller's own university is suggested. */
export function InviteDialog({ close }: { close: () => void }) {
  const own = useQuery(cardQuery(useOperator().id));
  return (
    <Dialog onClose={close} title={t.invitations.dialog}>
      <Loaded query={own}>
        {({ operator }) => (
          <InviteForm
            home={{ uuid: operator.uuidUniversity, name: operator.shortNameUniversity }}
            close={close}
          />
        )}
      </Loaded>
    </Dialog>
  );
}
