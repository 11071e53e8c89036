import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AppForm } from '../../shared/form/AppForm';
import { DialogButtons } from '../../shared/form/DialogButtons';
import { LongTextField } from '../../shared/form/LongTextField';
import { wholeForm } from '../../shared/form/schema';
import { useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { Dialog } from '../../shared/ui/Dialog';
import { Live } from '../../shared/ui/Live';
import { Message } from '../../shared/ui/Message';
import { useEditAnswer, useReply } from './answerApi';
import { type Card, cardQuery } from './api';
import { answerOf, answerSchema, contactsIn, inserted, longestAnswer } from './rules';
import { TemplateMenu } from './TemplateMenu';
import { TemplatesDialog } from './TemplatesDialog';
import { t } from './texts';

// A new answer does not depend on the review's version: somebody may have published it meanwhile. An edited one does.
function useAnswerForm(card: Card, close: () => void) {
  const client = useQueryClient();
  const reply = useReply();
  const edit = useEditAnswer();
  const { uuid: uuidComment } = card.review;
  // What the dialog was opened for: an answer that appears meanwhile does not turn it into another.
  const [uuidAnswer] = useState(card.review.answerInfo?.uuidAnswer);
  const form = useAppForm({
    schema: answerSchema,
    initial: useState(() => answerOf(card))[0],
    save: async ({ answer: text, version }, { key }) => {
      if (uuidAnswer === undefined) await reply.mutateAsync({ uuidComment, text, key });
      else await edit.mutateAsync({ uuidAnswer, text, version });
    },
    saved: () => {
      notifyDone(uuidAnswer === undefined ? t.answer.saved : t.answer.changed);
      close();
    },
    refused: ({ status, detail }) =>
      uuidAnswer === undefined && status === 409 && detail ? { [wholeForm]: detail } : undefined,
    reload:
      uuidAnswer === undefined
        ? undefined
        : async () =>
            answerOf(await client.fetchQuery({ ...cardQuery(uuidComment), staleTime: 0 })),
    draft: `reviews/${uuidComment}/answer`,
  });
  return { form, isNew: uuidAnswer === undefined };
}

/** Writes the answer to a review, or edits it. */
export function AnswerDialog({ card, close }: { card: Card; close: () => void }) {
  const { form, isNew } = useAnswerForm(card, close);
  const [refused, setRefused] = useState(false);
  const [managing, setManaging] = useState(false);
  const { answer } = form.values;
  const contacts = contactsIn(answer);
  const title = isNew ? t.answer.replying : t.answer.editing;
  const change = (text: string) => {
    setRefused(false);
    form.field('answer').onChange(text);
  };
  const insert = (template: string) => {
    const whole = inserted(answer, template);
    if (whole === null) setRefused(true);
    else change(whole);
  };
  return (
    <Dialog title={title} size={560} busy={form.saving} onClose={close}>
      <AppForm form={form} label={title}>
        <LongTextField
          {...form.field('answer')}
          onChange={change}
          label={t.answer.label}
          limit={longestAnswer}
          lines={5}
          autoFocus
        />
        {refused && <Message tone="red">{t.templates.tooLong}</Message>}
        <Live>{contacts && <Message tone="amber">{t.answer.contacts[contacts]}</Message>}</Live>
        <DialogButtons save={isNew ? t.answer.save : t.answer.change} saving={form.saving}>
          <TemplateMenu review={card.review} onPick={insert} onManage={() => setManaging(true)} />
        </DialogButtons>
      </AppForm>
      {managing && <TemplatesDialog close={() => setManaging(false)} />}
    </Dialog>
  );
}
