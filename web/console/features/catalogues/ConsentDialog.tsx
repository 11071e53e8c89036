import { AppForm } from '../../shared/form/AppForm';
import { DialogButtons } from '../../shared/form/DialogButtons';
import { conflictError } from '../../shared/form/refusal';
import { TextAreaField } from '../../shared/form/TextAreaField';
import { TextField } from '../../shared/form/TextField';
import { useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { Dialog } from '../../shared/ui/Dialog';
import { Section } from '../../shared/ui/Section';
import { useAddConsent } from './api';
import { ConsentText } from './ConsentText';
import { consentSchema } from './rules';
import { t } from './texts';
import type { Consent } from './wire';

/** Writes a new version of a consent text, with what the student will see. */
export function ConsentDialog({ consent, close }: { consent: Consent; close: () => void }) {
  const add = useAddConsent();
  const form = useAppForm({
    schema: consentSchema,
    initial: { title: consent.title, body: consent.body },
    save: (values, { key }) => add.mutateAsync({ consent, ...values, key }),
    saved: () => {
      notifyDone(t.consents.saved);
      close();
    },
    refused: conflictError,
    draft: `consent/${consent.kind}`,
  });
  return (
    <Dialog onClose={close} title={t.consents.dialog} size="medium" busy={form.saving}>
      <AppForm form={form} label={t.consents.dialog}>
        <TextField {...form.field('title')} label={t.consents.title} limit={200} required />
        <TextAreaField
          {...form.field('body')}
          label={t.consents.body}
          limit={20_000}
          rows={10}
          required
        />
        <Section title={t.consents.preview}>
          <h3>{form.values.title}</h3>
          <ConsentText body={form.values.body} />
        </Section>
        <DialogButtons save={t.consents.publish} saving={form.saving} disabled={!form.dirty} />
      </AppForm>
    </Dialog>
  );
}
