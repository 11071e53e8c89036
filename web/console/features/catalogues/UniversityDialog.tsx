import { useQueryClient } from '@tanstack/react-query';
import { AppForm } from '../../shared/form/AppForm';
import { CityField } from '../../shared/form/CityField';
import { DateField } from '../../shared/form/DateField';
import { DialogButtons } from '../../shared/form/DialogButtons';
import { PhoneField } from '../../shared/form/PhoneField';
import { conflictError, unlessStale } from '../../shared/form/refusal';
import { TextField } from '../../shared/form/TextField';
import { useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { Dialog } from '../../shared/ui/Dialog';
import { universityQuery, useSaveUniversity } from './api';
import { emptyUniversity, universitySchema, valuesOf } from './rules';
import { t } from './texts';
import type { UniversityCard } from './wire';

type Props = { card: UniversityCard | null; close: () => void };

/** Adds a university (no card) or changes one. */
export function UniversityDialog({ card, close }: Props) {
  const client = useQueryClient();
  const university = card?.university;
  const uuid = university?.uuidUniversity;
  const save = useSaveUniversity(uuid);
  const fresh = () => client.fetchQuery({ ...universityQuery(uuid ?? ''), staleTime: 0 });
  const title = card ? t.university.edit : t.university.new;
  const form = useAppForm({
    schema: universitySchema,
    initial: card ? valuesOf(card) : emptyUniversity,
    save: (values, { key }) => {
      const saved = save.mutateAsync({ values, key });
      // Another university may have the ИНН.
      return uuid ? saved.catch(unlessStale(values.version, fresh)) : saved;
    },
    saved: () => {
      notifyDone(card ? t.university.saved : t.university.added);
      close();
    },
    ...(uuid ? { reload: async () => valuesOf(await fresh()) } : { refused: conflictError }),
    draft: uuid ? `university/${uuid}` : 'university/add',
  });
  const { field } = form;
  const u = t.university;
  return (
    <Dialog onClose={close} title={title} size="medium" busy={form.saving}>
      <AppForm form={form} label={title}>
        <TextField {...field('shortName')} label={u.shortName} limit={100} required autoFocus />
        <TextField {...field('fullName')} label={u.fullName} limit={300} required />
        <TextField {...field('inn')} label={u.inn} inputMode="numeric" required />
        <CityField
          {...field('uuidCity')}
          label={u.city}
          required
          stored={university ? { uuid: university.uuidCity, name: university.nameCity } : null}
          description={card ? u.cityHint : undefined}
        />
        <TextField {...field('address')} label={u.address} limit={500} />
        <PhoneField {...field('phone')} label={u.phone} />
        <TextField {...field('email')} label={u.email} inputMode="email" />
        <TextField {...field('boss')} label={u.boss} limit={300} />
        <DateField {...field('contractEnd')} label={u.contractEnd} />
        <DialogButtons saving={form.saving} />
      </AppForm>
    </Dialog>
  );
}
