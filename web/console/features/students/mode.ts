import { applicationLinks } from '../../shared/links/applications';
import type { Page } from '../../shared/links/page';
import { studentLinks } from '../../shared/links/students';
import type { ListDefinition } from '../../shared/list/define';
import { applicationsList, studentsList } from './list';
import { t } from './texts';
import type { Row } from './wire';

/** A card opened as a student or as an application: its texts, list and links. */
export type Mode = {
  texts: { one: string; edit: string };
  list: ListDefinition<Row>;
  links: { list: Page; card: Page<'uuidUser'>; edit: Page<'uuidUser'> };
};

/** Both modes of the card. */
export const modes: Record<'students' | 'applications', Mode> = {
  students: { texts: t.students, list: studentsList, links: studentLinks },
  applications: { texts: t.applications, list: applicationsList, links: applicationLinks },
};
