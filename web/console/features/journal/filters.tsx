import { TextInput } from '@mantine/core';
import { IconSchool, IconUser } from '@tabler/icons-react';
import { DateField } from '../../shared/form/DateField';
import type { Filter } from '../../shared/list/filter';
import { oneOf } from '../../shared/list/filters/oneOf';
import { findOperators, findPeople } from './api';
import { t } from './texts';
import { whoFilter } from './WhoPicker';

type TextFilter = Filter<string, string | undefined>;

const day = /^\d{2}\.\d{2}\.\d{4}$/;

const dayFilter = (title: string, words: (day: string) => string): TextFilter => ({
  title,
  place: 'popup',
  none: '',
  read: (text) => (day.test(text) ? text : ''),
  write: (value) => (day.test(value) ? value : ''),
  body: (value) => value || undefined,
  chips: (value) => (value ? [{ id: value, label: words(value), without: '' }] : []),
  control: ({ value, onChange }) => (
    <DateField
      name={title}
      label={title}
      value={value}
      onChange={(next) => (next === '' || day.test(next)) && onChange(next)}
    />
  ),
});

const addressFilter: TextFilter = {
  title: t.filters.address,
  place: 'popup',
  none: '',
  read: (text) => text.trim(),
  write: (value) => value,
  body: (value) => value || undefined,
  chips: (value) => (value ? [{ id: value, label: value, without: '' }] : []),
  control: ({ value, onChange }) => (
    <TextInput
      key={value}
      label={t.filters.address}
      defaultValue={value}
      onBlur={(event) => onChange(event.currentTarget.value.trim())}
      onKeyDown={(event) => event.key === 'Enter' && onChange(event.currentTarget.value.trim())}
    />
  ),
};

/** The filters of the journal, and what readState and writeState need besides. */
export const shape = {
  pageSize: 50,
  sort: { at: { label: t.row.when, first: 'DESC' } },
  filters: {
    uuidOperator: whoFilter(t.filters.operator, {
      name: 'operators',
      icon: IconUser,
      find: findOperators,
      all: t.filters.operatorAll,
      chosen: t.filters.operatorChosen,
    }),
    uuidUser: whoFilter(t.filters.person, {
      name: 'people',
      icon: IconSchool,
      find: findPeople,
      all: t.filters.personAll,
      chosen: t.filters.personChosen,
    }),
    from: dayFilter(t.filters.from, t.filters.since),
    to: dayFilter(t.filters.to, t.filters.until),
    address: addressFilter,
    group: oneOf(t.filters.group, { all: t.filters.groupAll, words: t.groups }),
    kind: oneOf(t.filters.kind, { all: t.filters.kindAll, words: t.kinds }),
  },
} as const;
