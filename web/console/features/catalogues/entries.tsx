import { Button } from '@mantine/core';
import { useState } from 'react';
import { catalogueLinks } from '../../shared/links/catalogues';
import { type Column, defineList } from '../../shared/list/define';
import { listEntries } from './api';
import { EntryDialog } from './EntryDialog';
import { EntryTools } from './EntryTools';
import { ImportButton } from './ImportButton';
import { t } from './texts';
import type { Entry, Kind } from './wire';

const name: Column<Entry> = {
  title: t.entry.name,
  text: (entry) => entry.name,
  marked: true,
  sort: 'name',
  width: [160, 380],
};

const region: Column<Entry> = {
  title: t.entry.region,
  text: ({ nameRegion }) => nameRegion,
  width: [160, 320],
  compact: 'line',
};

const code: Column<Entry> = { title: t.entry.code, text: ({ id }) => id, width: 120 };

const use: Column<Entry> = {
  title: t.entry.use,
  text: ({ isUsed }) => (isUsed ? t.entry.used : t.entry.unused),
  width: [130, 160],
  compact: 'part',
};

const university: Column<Entry> = {
  title: t.faculties.university,
  text: ({ shortNameUniversity }) => shortNameUniversity || t.faculties.nobody,
  marked: true,
  width: [160, '0.8fr'],
  compact: 'line',
};

const inn: Column<Entry> = {
  title: t.faculties.inn,
  text: (entry) => entry.inn,
  marked: true,
  width: 132,
  numeric: true,
};

const columns: Readonly<Record<Kind, readonly Column<Entry>[]>> = {
  cities: [name, region, use],
  regions: [name, code, use],
  'partner-categories': [name, use],
  'knowledge-categories': [name, use],
  faculties: [name, university, inn],
};

function EntryActions({ kind }: { kind: Kind }) {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <ImportButton kind={kind} />
      <Button onClick={() => setAdding(true)}>{t.entry.add}</Button>
      {adding && <EntryDialog kind={kind} entry={null} close={() => setAdding(false)} />}
    </>
  );
}

const listOf = (kind: Kind) =>
  defineList({
    area: 'catalogues',
    path: `${catalogueLinks.all()}/${kind}`,
    fetch: listEntries(kind),
    pageSize: 15,
    sort: { name: { label: t.entry.sort, first: 'ASC' } },
    filters: {},
    columns: columns[kind],
    row: { id: ({ id }: Entry) => id, tools: (entry) => <EntryTools kind={kind} entry={entry} /> },
    actions: () => <EntryActions kind={kind} />,
    texts: {
      title: t.kinds[kind],
      empty: t.entry.empty,
      hint: kind === 'faculties' ? t.faculties.hint : t.entry.hint,
    },
  });

/** The lists of regions, cities, categories and known faculties. */
export const entryLists = {
  cities: listOf('cities'),
  regions: listOf('regions'),
  'partner-categories': listOf('partner-categories'),
  'knowledge-categories': listOf('knowledge-categories'),
  faculties: listOf('faculties'),
};
