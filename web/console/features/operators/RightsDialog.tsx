import { useQueryClient } from '@tanstack/react-query';
import { AppForm } from '../../shared/form/AppForm';
import { DialogButtons } from '../../shared/form/DialogButtons';
import { unlessStale } from '../../shared/form/refusal';
import { useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { Dialog } from '../../shared/ui/Dialog';
import { cardQuery, useSetRights } from './api';
import { RightsFields } from './RightsFields';
import { rightsSchema, valuesOf } from './rules';
import { t } from './texts';
import type { Card } from './wire';

/** Changes role, flags and university of an operator. */
export function RightsDialog({ card, close }: { card: Card; close: () => void }) {
  const client = useQueryClient();
  const { uuidOperator, uuidUniversity, shortNameUniversity } = card.operator;
  const save = useSetRights(uuidOperator);
  const fresh = () => client.fetchQuery({ ...cardQuery(uuidOperator), staleTime: 0 });
  const form = useAppForm({
    schema: rightsSchema,
    initial: valuesOf(card),
    // This may be the last administrator.
    save: (values) => save.mutateAsync(values).catch(unlessStale(values.version, fresh)),
    saved: () => {
      notifyDone(t.done.rights);
      close();
    },
    reload: async () => valuesOf(await fresh()),
    draft: `operators/${uuidOperator}/rights`,
    personal: true,
  });
  return (
    <Dialog onClose={close} title={t.rights.title} busy={form.saving}>
      <AppForm form={form} label={t.rights.title}>
        <p>{t.rights.hint}</p>
        <RightsFields
          fields={{
            role: form.field('role'),
            isAdmin: form.field('isAdmin'),
            isChairman: form.field('isChairman'),
            uuidUniversity: form.field('uuidUniversity'),
          }}
          stored={{ value: uuidUniversity, label: shortNameUniversity }}
        />
        <DialogButtons saving={form.saving} disabled={!form.dirty} />
      </AppForm>
    </Dialog>
  );
}
