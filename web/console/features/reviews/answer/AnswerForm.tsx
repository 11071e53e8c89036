import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { AppForm } from '../../../shared/form/AppForm';
import { wholeForm } from '../../../shared/form/schema';
import { TextAreaField } from '../../../shared/form/TextAreaField';
import { useAppForm } from '../../../shared/form/useAppForm';
import { notifyDone } from '../../../shared/notice/notices';
import { Live } from '../../../shared/ui/Live';
import { Message } from '../../../shared/ui/Message';
import { cardQuery } from '../api';
import { answerOf, answerSchema, contactsIn, fitted, inserted, longestAnswer } from '../rules';
import { t } from '../texts';
import type { Card } from '../wire';
import { useEditAnswer, useReply } from './api';
import { TemplateMenu } from './TemplateMenu';
import { TemplatesDialog } from './TemplatesDialog';

/** The answer of a card. A new one is sent without a version, because the review may have been published meanwhile. */
export function useAnswerForm(card: Card, saved: () => void) {
  const client = useQueryClient();
  const reply = useReply();
  const edit = useEditAnswer();
  const { uuid: uuidComment } = card.review;
  // Fixed when the dialog opens: an answer that appears meanwhile must not turn it into an edit.
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
      saved();
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

type Props = {
  card: Card;
  title: string;
  form: ReturnType<typeof useAnswerForm>['form'];
  autoFocus?: boolean;
  /** The buttons, after the menu of templates. */
  buttons: (templates: ReactNode) => ReactNode;
};

/** The text of an answer, with the templates. */
export function AnswerForm({ card, title, form, autoFocus, buttons }: Props) {
  const [refused, setRefused] = useState(false);
  const [cut, setCut] = useState(false);
  const [managing, setManaging] = useState(false);
  const { answer } = form.values;
  const contacts = contactsIn(answer);
  const change = (typed: string) => {
    const { text, left } = fitted(typed, longestAnswer);
    setRefused(false);
    setCut(left > 1); // more than the key that was pressed
    form.field('answer').onChange(text);
  };
  const insert = (template: string) => {
    const text = inserted(answer, template);
    if (text === null) setRefused(true);
    else change(text);
  };
  return (
    <>
      <AppForm form={form} label={title}>
        <TextAreaField
          grows
          {...form.field('answer')}
          onChange={change}
          label={t.answer.label}
          limit={longestAnswer}
          rows={5}
          autoFocus={autoFocus}
        />
        {refused && <Message tone="red">{t.templates.tooLong}</Message>}
        <Live>{cut && <Message tone="warning">{t.answer.cut(longestAnswer)}</Message>}</Live>
        <Live>{contacts && <Message tone="warning">{t.answer.contacts[contacts]}</Message>}</Live>
        {buttons(
          <TemplateMenu review={card.review} onPick={insert} onManage={() => setManaging(true)} />,
        )}
      </AppForm>
      {managing && <TemplatesDialog close={() => setManaging(false)} />}
    </>
  );
}
