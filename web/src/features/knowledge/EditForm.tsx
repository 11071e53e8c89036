import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AppForm } from '../../shared/form/AppForm';
import { useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { common } from '../../shared/texts';
import { useGoBack } from '../../shared/ui/useGoBack';
import { type Card, cardQuery, useSaveQuestion } from './api';
import css from './knowledge.module.css';
import { QuestionFields } from './QuestionFields';
import { RemoveDialog } from './RemoveDialog';
import { questionSchema, valuesOf } from './rules';
import { t } from './texts';

/** The form of a question that the operator may change. */
export function EditForm({ card, up }: { card: Card; up: string }) {
  const { uuidQuestion: uuid } = card.question;
  const client = useQueryClient();
  const save = useSaveQuestion();
  const goBack = useGoBack(up);
  const [removing, setRemoving] = useState(false);
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
      <div className={css.actions}>
        <Button variant="default" onClick={() => form.cancel(goBack)}>
          {common.cancel}
        </Button>
        <Button type="submit" loading={form.saving}>
          {common.save}
        </Button>
        <Button className={css.danger} variant="default" onClick={() => setRemoving(true)}>
          {t.removing.button}
        </Button>
      </div>
      {removing && (
        <RemoveDialog
          questions={[card.question]}
          onGone={() => {
            form.draft.drop();
            goBack({ anyway: true });
          }}
          onCancel={() => setRemoving(false)}
        />
      )}
    </AppForm>
  );
}
