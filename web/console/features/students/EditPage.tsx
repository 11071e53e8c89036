import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AppForm } from '../../shared/form/AppForm';
import { FormActions } from '../../shared/form/FormActions';
import { withoutLostUploads } from '../../shared/form/photo';
import { useAppForm } from '../../shared/form/useAppForm';
import { useBackToCard } from '../../shared/form/useBackToCard';
import { usePageParams } from '../../shared/links/usePage';
import { notifyDone } from '../../shared/notice/notices';
import { Loaded } from '../../shared/ui/Loaded';
import { Page } from '../../shared/ui/Page';
import { SectionSkeleton } from '../../shared/ui/SectionSkeleton';
import { cardQuery, useSaveStudent } from './api';
import { EducationFields } from './EducationFields';
import { type Mode, modes } from './mode';
import { PersonalFields } from './PersonalFields';
import { fullName, studentSchema, valuesOf } from './rules';
import { t } from './texts';
import type { Card } from './wire';

function EditForm({ card, mode }: { card: Card; mode: Mode }) {
  const { student } = card;
  const client = useQueryClient();
  const save = useSaveStudent();
  const leave = useBackToCard(mode.links.card(student));
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
      <FormActions saving={form.saving} onCancel={() => form.cancel(leave)} />
    </AppForm>
  );
}

function EditPage({ mode }: { mode: Mode }) {
  const { uuidUser } = usePageParams(mode.links.edit);
  const query = useQuery(cardQuery(uuidUser));
  return (
    <Page
      title={mode.texts.edit}
      of={query.data && fullName(query.data.student.studentInfo)}
      back={mode.links.card({ uuidUser })}
    >
      <Loaded query={query} skeleton={<SectionSkeleton fields={5} />}>
        {(card) => <EditForm key={uuidUser} card={card} mode={mode} />}
      </Loaded>
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
