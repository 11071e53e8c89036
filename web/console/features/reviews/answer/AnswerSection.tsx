import { Button } from '@mantine/core';
import { useState } from 'react';
import { ItemTools } from '../../../shared/ui/ItemTools';
import { RemoveDialog } from '../../../shared/ui/RemoveDialog';
import { Section } from '../../../shared/ui/Section';
import css from '../reviews.module.css';
import { momentOf } from '../rules';
import { t } from '../texts';
import type { Card } from '../wire';
import { AnswerDialog } from './AnswerDialog';
import { useDeleteAnswer } from './api';

/** The operator's answer to a review. */
export function AnswerSection({ card }: { card: Card }) {
  const remove = useDeleteAnswer();
  const [open, setOpen] = useState<'write' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const { answerInfo } = card.review;
  return (
    <Section
      title={t.answer.title}
      hint={answerInfo?.updatedAt && t.answer.updated(momentOf(answerInfo.updatedAt))}
      actions={
        answerInfo ? (
          <ItemTools
            edit={{ label: t.answer.edit, run: () => setOpen('write') }}
            remove={{ label: t.answer.remove, run: () => setOpen('delete') }}
          />
        ) : (
          <Button variant="default" onClick={() => setOpen('write')}>
            {t.actions.reply}
          </Button>
        )
      }
    >
      <p className={answerInfo ? css.text : css.quiet}>{answerInfo?.answer ?? t.answer.none}</p>
      {open === 'write' && <AnswerDialog card={card} close={close} />}
      {open === 'delete' && (
        <RemoveDialog
          title={t.answer.deleting.title}
          text={t.answer.deleting.text}
          done={t.answer.deleted}
          mutation={remove}
          variables={card}
          close={close}
        />
      )}
    </Section>
  );
}
