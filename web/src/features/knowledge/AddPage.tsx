import { Button } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { AppForm } from '../../shared/form/AppForm';
import { useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { common } from '../../shared/texts';
import { Page } from '../../shared/ui/Page';
import { useGoBack } from '../../shared/ui/useGoBack';
import { useAddQuestion } from './api';
import css from './knowledge.module.css';
import { QuestionFields } from './QuestionFields';
import { emptyValues, questionSchema } from './rules';
import { t } from './texts';

/** /knowledge/add and /knowledge/{categoryID}/add: a new question. */
export function AddPage() {
  const { categoryID } = useParams({ strict: false });
  const up = categoryID ? `/knowledge/${categoryID}` : '/knowledge';
  const navigate = useNavigate();
  const goBack = useGoBack(up);
  const add = useAddQuestion();
  const form = useAppForm({
    schema: questionSchema,
    initial: emptyValues(categoryID),
    save: async (values, { key }) => {
      await add.mutateAsync({ values, key });
      return values.uuidCategory;
    },
    saved: (category) => {
      notifyDone(t.done.added);
      // To where the new question stands: the list that was left, or that of another category.
      if (category === categoryID) goBack();
      else void navigate({ to: `/knowledge/${category}`, replace: true });
    },
    errors: { other: t.form.failed },
    draft: `knowledge/add/${categoryID ?? ''}`,
  });
  return (
    <Page title={t.form.add} back={up}>
      <AppForm form={form} label={t.form.add}>
        <QuestionFields field={form.field} />
        <div className={css.actions}>
          <Button variant="default" onClick={() => form.cancel(goBack)}>
            {common.cancel}
          </Button>
          <Button type="submit" loading={form.saving}>
            {t.form.submit}
          </Button>
        </div>
      </AppForm>
    </Page>
  );
}
