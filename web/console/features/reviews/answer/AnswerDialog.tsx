import { DialogButtons } from '../../../shared/form/DialogButtons';
import { Dialog } from '../../../shared/ui/Dialog';
import { t } from '../texts';
import type { Card } from '../wire';
import { AnswerForm, useAnswerForm } from './AnswerForm';

/** Adds or edits the answer to a review. */
export function AnswerDialog({ card, close }: { card: Card; close: () => void }) {
  const { form, isNew } = useAnswerForm(card, close);
  const title = isNew ? t.answer.replying : t.answer.editing;
  return (
    <Dialog title={title} size="medium" busy={form.saving} onClose={close}>
      <AnswerForm
        card={card}
        title={title}
        form={form}
        autoFocus
        buttons={(templates) => (
          <DialogButtons save={isNew ? t.answer.save : t.answer.change} saving={form.saving}>
            {templates}
          </DialogButtons>
        )}
      />
    </Dialog>
  );
}
