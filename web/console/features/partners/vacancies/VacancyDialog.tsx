import { AppForm } from '../../../shared/form/AppForm';
import { DialogButtons } from '../../../shared/form/DialogButtons';
import { TextAreaField } from '../../../shared/form/TextAreaField';
import { TextField } from '../../../shared/form/TextField';
import { useAppForm } from '../../../shared/form/useAppForm';
import { notifyDone } from '../../../shared/notice/notices';
import { Dialog } from '../../../shared/ui/Dialog';
import { t } from '../texts';
import type { Vacancy } from '../wire';
import { useAddVacancy, useSaveVacancy } from './api';
import { longest, vacancySchema } from './rules';

type Props = { uuidPartner: string; vacancy: Vacancy | null; close: () => void };

/** Adds or edits a vacancy. */
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
    save: async (change, { key }) => {
      if (vacancy) await save.mutateAsync({ uuidVacancy: vacancy.uuidVacancy, change });
      else await add.mutateAsync({ uuidPartner, change, key });
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
    <Dialog title={title} onClose={close} busy={form.saving}>
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
