import { AppForm } from '../../shared/form/AppForm';
import { DialogButtons } from '../../shared/form/DialogButtons';
import { TextAreaField } from '../../shared/form/TextAreaField';
import { TextField } from '../../shared/form/TextField';
import { useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { Dialog } from '../../shared/ui/Dialog';
import { t } from './texts';
import {
  longest,
  useAddVacancy,
  useSaveVacancy,
  type Vacancy,
  vacancySchema,
} from './vacanciesApi';

type Props = { uuidPartner: string; vacancy: Vacancy | null; close: () => void };

/** Adds a vacancy, or changes one. */
export function VacancyDialog({ uuidPartner, vacancy, close }: Props) {
  const add = useAddVacancy();
  const save = useSaveVacancy();
  const form = useAppForm({
    schema: vacancySchema,
    initial: {
      title: vacancy?.title ?? '',
      link: vacancy?.link ?? '',
      description: vacancy?.description ?? '',
    },
    save: async (values, { key }) => {
      if (vacancy) await save.mutateAsync({ uuidVacancy: vacancy.uuidVacancy, vacancy: values });
      else await add.mutateAsync({ uuidPartner, vacancy: values, key });
    },
    saved: () => {
      notifyDone(vacancy ? t.vacancies.saved : t.vacancies.added);
      close();
    },
    errors: { 409: (problem) => problem.detail },
    draft: `vacancies/${uuidPartner}/${vacancy?.uuidVacancy ?? 'add'}`,
  });
  const title = vacancy ? t.vacancies.editing : t.vacancies.adding;
  return (
    <Dialog title={title} onClose={close} size={520} busy={form.saving}>
      <AppForm form={form} label={title}>
        <TextField
          {...form.field('title')}
          label={t.vacancies.name}
          limit={longest.title}
          required
          autoFocus
        />
        <TextField
          {...form.field('link')}
          label={t.vacancies.link}
          placeholder={t.vacancies.linkPlaceholder}
          inputMode="url"
          limit={longest.link}
          required
        />
        <TextAreaField
          {...form.field('description')}
          label={t.vacancies.description}
          limit={longest.description}
          rows={6}
        />
        <DialogButtons saving={form.saving} />
      </AppForm>
    </Dialog>
  );
}
