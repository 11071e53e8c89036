import { useQueryClient } from '@tanstack/react-query';
import { AppForm } from '../../shared/form/AppForm';
import { FormActions } from '../../shared/form/FormActions';
import { useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { useGoBack } from '../../shared/ui/useGoBack';
import { cardQuery, useSaveQuestion } from './api';
import { QuestionFields } from './QuestionFields';
import { RemoveDialog } from './RemoveDialog';
import { questionSchema, valuesOf } from './rules';
import { t } from './texts';
import type { Card } from './wire';

type Props = {
  card: Card;
  up: string;
  /** Asks before the question is deleted. */
  removing: boolean;
  onKeep: () => void;
};

/** The form of a question that the operator may change. */
export function EditForm({ card, up, removing, onKeep }: Props) {
  const { uuidQuestion: uuid } = card.question;
  const client = useQueryClient();
  const save = useSaveQuestion();
  const goBack = useGoBack(up);
  const form = useAppForm({
    schema: questionSchema,
    initial: valuesOf(card),
    save: (values) => save.mutateAsync({ uuid, values }),
    saved: () => {
      notifyDone(t.done.saved);
      goBack();
    },
    reload: async () => valuesOf(await client.fetchQuery({ ...cardQuery(uuid), staleTime: 0 })),
    errors: { other: t.form.failed },
    draft: `knowledge/${uuid}`,
  });
  return (
    <AppForm form={form} label={t.form.update}>
      <QuestionFields field={form.field} />
      <FormActions saving={form.saving} onCancel={() => form.cancel(goBack)} />
      {removing && (
        <RemoveDialog
          questions={[card.question]}
          onGone={() => {
            form.draft.drop();
            goBack({ anyway: true });
          }}
          onCancel={onKeep}
        />
      )}
    </AppForm>
  );
}
