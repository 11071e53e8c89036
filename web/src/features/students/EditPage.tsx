import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { AppForm } from '../../shared/form/AppForm';
import { withoutLostUploads } from '../../shared/form/photo';
import { useAppForm } from '../../shared/form/useAppForm';
import { useBackToCard } from '../../shared/form/useBackToCard';
import { notifyDone } from '../../shared/notice/notices';
import { common } from '../../shared/texts';
import { Page } from '../../shared/ui/Page';
import { Retry } from '../../shared/ui/Retry';
import { type Card, cardQuery, useSaveStudent } from './api';
import { EducationFields } from './EducationFields';
import css from './edit.module.css';
import { type Mode, modes } from './mode';
import { PersonalFields } from './PersonalFields';
import { fullName, studentSchema, valuesOf } from './rules';
import { t } from './texts';

function EditForm({ card, mode }: { card: Card; mode: Mode }) {
  const { student } = card;
  const client = useQueryClient();
  const save = useSaveStudent();
  const leave = useBackToCard(`${mode.path}/${student.uuidUser}`);
  const form = useAppForm({
    schema: studentSchema(student.vk, new Date()),
    initial: valuesOf(card),
    save: (change) => save.mutateAsync({ student, change }),
    saved: () => {
      notifyDone(t.done.saved);
      leave();
    },
    reload: async () =>
      valuesOf(await client.fetchQuery({ ...cardQuery(student.uuidUser), staleTime: 0 })),
    errors: { other: t.edit.broken },
    draft: `students/${student.uuidUser}`,
    personal: true,
    revive: withoutLostUploads('photo'),
  });
  return (
    <AppForm form={form} label={mode.texts.edit}>
      <PersonalFields field={form.field} student={student} />
      <EducationFields field={form.field} student={student} values={form.values} />
      <div className={css.actions}>
        <Button variant="default" onClick={() => form.cancel(leave)}>
          {common.cancel}
        </Button>
        <Button type="submit" loading={form.saving}>
          {common.save}
        </Button>
      </div>
    </AppForm>
  );
}

function EditPage({ mode }: { mode: Mode }) {
  const { uuidUser = '' } = useParams({ strict: false });
  const { data, error, refetch, isFetching } = useQuery(cardQuery(uuidUser));
  return (
    <Page
      title={mode.texts.edit}
      of={data && fullName(data.student.studentInfo)}
      back={`${mode.path}/${uuidUser}`}
    >
      {data && <EditForm key={uuidUser} card={data} mode={mode} />}
      {!data && !error && <Skeleton height={480} />}
      {!data && error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
    </Page>
  );
}

/** /card/{uuidUser}/edit. */
export function StudentEditPage() {
  return <EditPage mode={modes.students} />;
}

/** /application/card/{uuidUser}/edit. */
export function ApplicationEditPage() {
  return <EditPage mode={modes.applications} />;
}
