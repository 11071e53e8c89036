import type { Filter } from '../../shared/list/filter';
import { t } from './texts';
import { UniversityPicker } from './UniversityPicker';
import { universityName } from './universityNames';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whose questions are listed: one university's, or everybody's. */
export const universityFilter: Filter<string | null, string | undefined> = {
  title: t.university.title,
  place: 'toolbar',
  none: null,
  read: (text) => (uuid.test(text) ? text : null),
  write: (value) => value ?? '',
  body: (value) => value ?? undefined,
  chips: (value) =>
    value === null
      ? []
      : [{ id: value, label: universityName(value) ?? t.university.title, without: null }],
  control: (props) => <UniversityPicker {...props} />,
};
