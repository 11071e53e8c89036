import { IconUsers } from '@tabler/icons-react';
import { t } from '../features/students/texts';
import { defineArea } from '../shared/access/area';

export default defineArea({
  area: 'students',
  menu: { label: t.students.title, icon: IconUsers, to: '/', order: 10 },
  needsStructure: true,
  routes: [
    {
      path: '/',
      page: () => import('../features/students/StudentsPage').then((file) => file.StudentsPage),
    },
    {
      path: '/card/$uuidUser',
      page: () => import('../features/students/CardPage').then((file) => file.StudentCardPage),
    },
    {
      path: '/card/$uuidUser/edit',
      page: () => import('../features/students/EditPage').then((file) => file.StudentEditPage),
    },
  ],
});
