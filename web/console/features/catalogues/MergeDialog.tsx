import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AppForm } from '../../shared/form/AppForm';
import { CityField } from '../../shared/form/CityField';
import { DialogButtons } from '../../shared/form/DialogButtons';
import { SearchSelectField } from '../../shared/form/SearchSelectField';
import { type FieldProps, useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { Dialog } from '../../shared/ui/Dialog';
import { Loaded } from '../../shared/ui/Loaded';
import { entriesQuery, useMerge } from './api';
import { mergeSchema } from './rules';
import { t } from './texts';
import type { Entry, Merging } from './wire';

type Props = { kind: Merging; entry: Entry };

function IntoField({ kind, entry, field }: Props & { field: FieldProps<string> }) {
  const query = useQuery({ ...entriesQuery(kind), enabled: kind !== 'cities' });
  if (kind === 'cities') return <CityField {...field} label={t.merge.into} required autoFocus />;
  return (
    <Loaded query={query} skeleton={<Skeleton height={60} />}>
      {(options) => (
        <SearchSelectField
          {...field}
          label={t.merge.into}
          options={options.filter(({ value }) => value !== entry.id)}
          required
        />
      )}
    </Loaded>
  );
}

/** Merges an entry into another one. */
export function MergeDialog({ kind, entry, close }: Props & { close: () => void }) {
  const merge = useMerge(kind);
  const form = useAppForm({
    schema: mergeSchema,
    initial: { into: '' },
    save: ({ into }, { key }) => merge.mutateAsync({ id: entry.id, into, key }),
    saved: () => {
      notifyDone(t.merge.started);
      close();
    },
    fieldOf: () => 'into',
    refused: ({ status, detail }) => (status === 409 && detail ? { into: detail } : undefined),
    draft: null, // one choice, and a restored city would have no name
  });
  return (
    <Dialog onClose={close} title={t.merge.title} busy={form.saving}>
      <AppForm form={form} label={t.merge.title}>
        <p>{t.merge.text(entry.name)}</p>
        <IntoField kind={kind} entry={entry} field={form.field('into')} />
        <DialogButtons save={t.merge.word} saving={form.saving} />
      </AppForm>
    </Dialog>
  );
}
