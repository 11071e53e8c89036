import type { Filter } from '../list/filter';
import { universityName } from './names';
import { t } from './texts';
import { UniversityPicker } from './UniversityPicker';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Rows of one university, or of all. */
export const universityFilter: Filter<string | null, string | undefined> = {
  title: t.title,
  place: 'toolbar',
  none: null,
  read: (text) => (uuid.test(text) ? text : null),
  write: (value) => value ?? '',
  body: (value) => value ?? undefined,
  chips: (value) =>
    value === null ? [] : [{ id: value, label: universityName(value) ?? t.title, without: null }],
  control: (props) => <UniversityPicker {...props} />,
};
