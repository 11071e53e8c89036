import type { ListDefinition } from '../../shared/list/define';
import type { Row } from './api';
import { applicationsList, studentsList } from './list';
import { t } from './texts';

/** Where a card was opened: among the students, or among the applications. */
export type Mode = {
  texts: { card: string; edit: string };
  list: ListDefinition<Row>;
  path: string;
};

/** The two of them. */
export const modes: Record<'students' | 'applications', Mode> = {
  students: { texts: t.students, list: studentsList, path: '/card' },
  applications: { texts: t.applications, list: applicationsList, path: '/application/card' },
};
