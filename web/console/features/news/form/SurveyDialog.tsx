import { Button, Checkbox, Input } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { uuid } from '../../../../kit/api/uuid';
import { AppForm } from '../../../shared/form/AppForm';
import { DialogButtons } from '../../../shared/form/DialogButtons';
import { MomentField } from '../../../shared/form/MomentField';
import { formRules } from '../../../shared/form/schema';
import { useAppForm } from '../../../shared/form/useAppForm';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { Dialog } from '../../../shared/ui/Dialog';
import { t } from '../texts';
import css from './form.module.css';
import { QuestionEditor } from './QuestionEditor';
import { limits, surveyRules, today } from './rules';
import type { QuestionValue, SurveyValue } from './values';

// rules 9.10
const newQuestion = (): QuestionValue => ({
  id: uuid(),
  question: '',
  questionType: 'single',
  allowOther: false,
  variants: [{ id: uuid(), text: '' }],
});

const newSurvey = (): SurveyValue => ({
  startPooling: '',
  endPooling: '',
  isView: true,
  questions: [newQuestion()],
});

type Props = {
  value: SurveyValue | null;
  draft: string;
  onSave: (value: SurveyValue) => void;
  close: () => void;
};

/** Edits a survey: dates, questions and answers. */
export function SurveyDialog({ value, draft, onSave, close }: Props) {
  const id = useId();
  const initial = useRef<SurveyValue>(undefined);
  initial.current ??= value ?? newSurvey();
  const form = useAppForm({
    schema: formRules<SurveyValue>((values) => surveyRules(values, Date.now())),
    initial: initial.current,
    save: async (values: SurveyValue) => values,
    saved: (values) => {
      onSave(values);
      close();
    },
    draft,
  });
  const questions = form.field('questions');
  const isView = form.field('isView');
  const list = useRef<HTMLDivElement>(null);
  const minDate = today(Date.now());
  const change = (next: QuestionValue) =>
    questions.onChange(questions.value.map((one) => (one.id === next.id ? next : one)));
  const add = () => {
    questions.onChange([...questions.value, newQuestion()]);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(':scope > :last-child input')?.focus(),
    );
  };
  return (
    <Dialog onClose={close} title={t.survey.title} size="medium">
      <AppForm form={form} label={t.survey.title}>
        <div className={css.halves}>
          <MomentField
            {...form.field('startPooling')}
            label={t.survey.begin}
            minDate={minDate}
            required
          />
          <MomentField
            {...form.field('endPooling')}
            label={t.survey.end}
            minDate={minDate}
            required
          />
        </div>
        <Checkbox
          label={t.survey.isView}
          checked={isView.value}
          onChange={(event) => isView.onChange(event.currentTarget.checked)}
        />
        <div className={css.questions} ref={list}>
          {questions.value.map((question, i) => (
            <QuestionEditor
              key={question.id}
              place={i + 1}
              value={question}
              refused={Boolean(questions.error)}
              onChange={change}
              onRemove={() =>
                questions.onChange(questions.value.filter(({ id }) => id !== question.id))
              }
            />
          ))}
        </div>
        <div>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
            disabled={questions.value.length >= limits.questions}
            aria-invalid={questions.error ? true : undefined}
            aria-describedby={questions.error ? id : undefined}
            onClick={add}
          >
            {t.survey.addQuestion}
          </Button>
        </div>
        {questions.error && (
          <Input.Error id={id} role="alert">
            {questions.error}
          </Input.Error>
        )}
        <DialogButtons />
      </AppForm>
    </Dialog>
  );
}
