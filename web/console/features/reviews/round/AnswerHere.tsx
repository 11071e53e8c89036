import { Button } from '@mantine/core';
import { Section } from '../../../shared/ui/Section';
import { AnswerForm, useAnswerForm } from '../answer/AnswerForm';
import { AnswerSection } from '../answer/AnswerSection';
import { t } from '../texts';
import type { Card } from '../wire';
import css from './round.module.css';

type Props = { card: Card; saved: () => void };

function NewAnswer({ card, saved }: Props) {
  const { form } = useAnswerForm(card, saved);
  return (
    <Section title={t.answer.title}>
      <AnswerForm
        card={card}
        title={t.answer.replying}
        form={form}
        buttons={(templates) => (
          <div className={css.buttons}>
            {templates}
            <Button type="submit" variant="default" loading={form.saving}>
              {t.answer.save}
            </Button>
          </div>
        )}
      />
    </Section>
  );
}

/** The answer under its review: written in place, changed in a window as on the card. */
export function AnswerHere({ card, saved }: Props) {
  if (card.review.answerInfo) return <AnswerSection card={card} />;
  return <NewAnswer card={card} saved={saved} />;
}
