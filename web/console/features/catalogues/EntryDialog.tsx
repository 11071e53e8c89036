import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AppForm } from '../../shared/form/AppForm';
import { DialogButtons } from '../../shared/form/DialogButtons';
import { SearchSelectField } from '../../shared/form/SearchSelectField';
import { TextField } from '../../shared/form/TextField';
import { type FieldProps, useAppForm } from '../../shared/form/useAppForm';
import { notifyDone } from '../../shared/notice/notices';
import { Dialog } from '../../shared/ui/Dialog';
import { Loaded } from '../../shared/ui/Loaded';
import { entriesQuery, useSaveEntry } from './api';
import { entrySchema, entryValuesOf, longestName } from './rules';
import { t } from './texts';
import type { Entry, Kind } from './wire';

function RegionField(field: FieldProps<string>) {
  const query = useQuery(entriesQuery('regions'));
  return (
    <Loaded query={query} skeleton={<Skeleton height={60} />}>
      {(options) => (
        <SearchSelectField {...field} label={t.entry.region} options={options} required />
      )}
    </Loaded>
  );
}

type Props = { kind: Kind; entry: Entry | null; close: () => void };

/** Adds an entry (none given) or renames one. */
export function EntryDialog({ kind, entry, close }: Props) {
  const save = useSaveEntry(kind);
  const title = entry ? t.entry.editing : t.entry.adding[kind];
  const isNew = entry === null;
  const form = useAppForm({
    schema: entrySchema(kind, isNew),
    initial: entryValuesOf(entry),
    save: (values, { key }) => save.mutateAsync({ id: entry?.id ?? null, values, key }),
    saved: () => {
      notifyDone(isNew ? t.entry.added : t.entry.saved);
      close();
    },
    refused: ({ status, detail }) => (status === 409 && detail ? { name: detail } : undefined),
    draft: `catalog/${kind}/${entry?.id ?? 'add'}`,
  });
  return (
    <Dialog onClose={close} title={title} busy={form.saving}>
      <AppForm form={form} label={title}>
        <TextField
          {...form.field('name')}
          label={t.entry.name}
          limit={longestName(kind)}
          required
          autoFocus
        />
        {kind === 'regions' && isNew && (
          <TextField
            {...form.field('code')}
            label={t.entry.code}
            description={t.entry.codeHint}
            required
          />
        )}
        {kind === 'faculties' && isNew && (
          <TextField {...form.field('inn')} label={t.faculties.inn} inputMode="numeric" required />
        )}
        {kind === 'cities' && <RegionField {...form.field('codeRegion')} />}
        <DialogButtons saving={form.saving} />
      </AppForm>
    </Dialog>
  );
}
