import { useNavigate } from '@tanstack/react-router';
import { AppForm } from '../../shared/form/AppForm';
import { FormActions } from '../../shared/form/FormActions';
import { useAppForm } from '../../shared/form/useAppForm';
import { knowledgeLinks } from '../../shared/links/knowledge';
import { usePageParams } from '../../shared/links/usePage';
import { notifyDone } from '../../shared/notice/notices';
import { Page } from '../../shared/ui/Page';
import { useGoBack } from '../../shared/ui/useGoBack';
import { useAddQuestion } from './api';
import { QuestionFields } from './QuestionFields';
import { emptyValues, questionSchema } from './rules';
import { t } from './texts';

/** /knowledge/add and /knowledge/{categoryID}/add: a new question. */
export function AddPage() {
  const { categoryID } = usePageParams(knowledgeLinks.addTo);
  const up = categoryID ? knowledgeLinks.category({ categoryID }) : knowledgeLinks.categories();
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
      // To the list with the new question: the one before, or that of another category.
      if (category === categoryID) goBack();
      else void navigate({ to: knowledgeLinks.category({ categoryID: category }), replace: true });
    },
    errors: { other: t.form.failed },
    draft: `knowledge/add/${categoryID}`,
  });
  return (
    <Page title={t.form.add} back={up}>
      <AppForm form={form} label={t.form.add}>
        <QuestionFields field={form.field} />
        <FormActions
          save={t.form.submit}
          saving={form.saving}
          onCancel={() => form.cancel(goBack)}
        />
      </AppForm>
    </Page>
  );
}
