import type { Problem } from '../../../kit/api/problem';
import { AppForm } from '../form/AppForm';
import { DialogButtons } from '../form/DialogButtons';
import { TextAreaField } from '../form/TextAreaField';
import { useAppForm } from '../form/useAppForm';
import { Dialog } from '../ui/Dialog';
import { longestPurpose, purposeSchema } from './rules';
import { t } from './texts';

type Props = {
  list: string;
  /** Begins the export; a failure keeps the dialog with its purpose. */
  onSubmit: (purpose: string) => Promise<void>;
  onCancel: () => void;
};

const said = ({ detail }: Problem) => detail;

function PurposeForm({ list, onSubmit }: Omit<Props, 'onCancel'>) {
  const form = useAppForm({
    schema: purposeSchema,
    initial: { purpose: '' },
    save: ({ purpose }) => onSubmit(purpose),
    errors: { title: t.refused, 409: said },
    draft: `export/${list}`,
    personal: true,
  });
  return (
    <AppForm form={form} label={t.purpose.title(list)}>
      <p>{t.purpose.text}</p>
      <TextAreaField
        {...form.field('purpose')}
        label={t.purpose.label}
        placeholder={t.purpose.placeholder}
        limit={longestPurpose}
        rows={3}
        autoFocus
      />
      <DialogButtons save={t.purpose.submit} saving={form.saving} />
    </AppForm>
  );
}

/** Asks what an export of people's data is for; the answer may be left empty. */
export function PurposeDialog({ list, onSubmit, onCancel }: Props) {
  return (
    <Dialog onClose={onCancel} title={t.purpose.title(list)}>
      <PurposeForm list={list} onSubmit={onSubmit} />
    </Dialog>
  );
}
