import { Button, Skeleton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AppForm } from '../../shared/form/AppForm';
import { PhoneField } from '../../shared/form/PhoneField';
import { TextField } from '../../shared/form/TextField';
import { useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { common } from '../../shared/texts';
import { Loaded } from '../../shared/ui/Loaded';
import { Section } from '../../shared/ui/Section';
import { type Profile, profileQuery, useSaveProfile } from './api';
import { profileSchema } from './rules';
import css from './settings.module.css';
import { t } from './texts';

const fieldCount = 6;

function FieldsSkeleton() {
  return (
    <div className={css.waiting} aria-busy="true" aria-label={common.loading} role="status">
      <div className={css.grid}>
        {Array.from({ length: fieldCount }, (_, i) => `field-${i}`).map((key) => (
          <div key={key} className={css.skeleton}>
            <Skeleton height={12} width="30%" />
            <Skeleton className={css.field} />
          </div>
        ))}
      </div>
      <Skeleton className={css.field} width={112} />
    </div>
  );
}

type Info = { [K in keyof Profile]: string | null } & { email: string };

function ProfileForm({ info }: { info: Info }) {
  const save = useSaveProfile();
  const form = useAppForm({
    schema: profileSchema,
    initial: {
      surname: info.surname ?? '',
      name: info.name ?? '',
      patronymic: info.patronymic ?? '',
      phone: info.phone ?? '',
      job: info.job ?? '',
    },
    save: (values) => save.mutateAsync(values),
    saved: () => notifyDone(t.profile.saved),
    draft: 'profile',
    personal: true,
  });
  return (
    <AppForm form={form} label={t.profile.title}>
      <div className={css.grid}>
        <TextField {...form.field('surname')} label={t.profile.surname} required />
        <TextField {...form.field('name')} label={t.profile.name} required />
        <TextField {...form.field('patronymic')} label={t.profile.patronymic} />
        <TextField {...form.field('job')} label={t.profile.job} />
        <PhoneField {...form.field('phone')} label={t.profile.phone} />
        <TextInput
          label={t.profile.email}
          value={info.email}
          inputWrapperOrder={['label', 'input', 'description']}
          description={t.profile.emailHint}
          readOnly
        />
      </div>
      <div className={css.actions}>
        <Button type="submit" loading={form.saving} disabled={!form.dirty}>
          {common.save}
        </Button>
        {form.dirty && (
          <Button variant="default" onClick={form.reset} disabled={form.saving}>
            {common.cancel}
          </Button>
        )}
      </div>
    </AppForm>
  );
}

/** The operator's own data. */
export function ProfileSection() {
  const query = useQuery(profileQuery);
  return (
    <Section title={t.profile.title}>
      <Loaded query={query} skeleton={<FieldsSkeleton />}>
        {(info) => <ProfileForm info={info} />}
      </Loaded>
    </Section>
  );
}
