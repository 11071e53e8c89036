import { AppForm } from '../../../shared/form/AppForm';
import { DialogButtons } from '../../../shared/form/DialogButtons';
import { wholeForm } from '../../../shared/form/schema';
import { TextAreaField } from '../../../shared/form/TextAreaField';
import { TextField } from '../../../shared/form/TextField';
import { useAppForm } from '../../../shared/form/useAppForm';
import { notifyDone } from '../../../shared/notice/notices';
import { Dialog } from '../../../shared/ui/Dialog';
import css from '../reviews.module.css';
import { longestAnswer, templateSchema } from '../rules';
import { t } from '../texts';
import type { Template } from '../wire';
import { useSaveTemplate } from './api';

type Props = { template: Template | undefined; close: () => void };

/** Adds or edits a template. */
export function TemplateForm({ template, close }: Props) {
  const save = useSaveTemplate(template?.uuidTemplate);
  const form = useAppForm({
    schema: templateSchema,
    initial: { name: template?.name ?? '', text: template?.text ?? '' },
    save: (body, { key }) => save.mutateAsync({ body, key }),
    saved: () => {
      notifyDone(t.templates.saved);
      close();
    },
    // The name is taken, or there are too many: the server says which.
    refused: ({ status, detail }) =>
      status === 409 && detail ? { [wholeForm]: detail } : undefined,
    draft: `templates/${template?.uuidTemplate ?? 'add'}`,
  });
  const title = template ? t.templates.editing : t.templates.adding;
  return (
    <Dialog title={title} size="medium" busy={form.saving} onClose={close}>
      <AppForm form={form} label={title}>
        <TextField {...form.field('name')} label={t.templates.name} limit={100} autoFocus />
        <TextAreaField
          grows
          {...form.field('text')}
          label={t.templates.text}
          limit={longestAnswer}
          rows={4}
        />
        <p className={css.quiet}>{t.templates.marks}</p>
        <DialogButtons saving={form.saving} />
      </AppForm>
    </Dialog>
  );
}
