import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatDay } from '../../../kit/format/day';
import { catalogueLinks } from '../../shared/links/catalogues';
import { type Column, defineList } from '../../shared/list/define';
import { listUniversities } from './api';
import { ImportButton } from './ImportButton';
import { t } from './texts';
import { UniversityDialog } from './UniversityDialog';
import type { UniversityRow } from './wire';

const { columns: title, sort, list, add } = t.universities;

const columns: readonly Column<UniversityRow>[] = [
  {
    title: title.name,
    text: ({ shortName }) => shortName,
    marked: true,
    sort: 'name',
    width: [180, 520],
    under: ({ fullName }) => fullName,
  },
  {
    title: title.city,
    text: ({ nameCity, nameRegion }) =>
      nameCity === nameRegion ? nameCity : `${nameCity}, ${nameRegion}`,
    width: [140, 300],
    compact: 'line',
  },
  { title: title.inn, text: ({ inn }) => inn, marked: true, width: 132, numeric: true },
  {
    title: title.contract,
    text: ({ contractEnd }) => contractEnd,
    width: 116,
    numeric: true,
    compact: 'none',
  },
  {
    title: title.added,
    text: ({ createdAt }) => formatDay(createdAt),
    width: [92, 108],
    numeric: true,
    sort: 'createdAt',
    from: 'unfolded',
    compact: 'none',
  },
];

function Actions() {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <ImportButton kind="universities" />
      <Button onClick={() => setAdding(true)}>{add}</Button>
      {adding && <UniversityDialog card={null} close={() => setAdding(false)} />}
    </>
  );
}

/** The list of universities. */
export const universitiesList = defineList({
  area: 'catalogues',
  path: catalogueLinks.all(),
  fetch: listUniversities,
  pageSize: 15,
  sort: {
    name: { label: sort.name, first: 'ASC' },
    createdAt: { label: sort.date, first: 'DESC' },
  },
  filters: {},
  columns,
  row: {
    id: ({ uuidUniversity }) => uuidUniversity,
    href: (uuidUniversity) => catalogueLinks.university({ uuidUniversity }),
  },
  actions: Actions,
  texts: list,
});
