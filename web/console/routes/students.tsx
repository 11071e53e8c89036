import { IconUsers } from '@tabler/icons-react';
import { defineArea } from '../shared/access/area';
import { menu } from '../shared/access/texts';
import { studentLinks } from '../shared/links/students';

export default defineArea({
  area: 'students',
  menu: { label: menu.students, icon: IconUsers, to: studentLinks.list(), order: 10 },
  needsStructure: true,
  routes: [
    {
      path: studentLinks.list.path,
      page: () => import('../features/students/StudentsPage').then((file) => file.StudentsPage),
    },
    {
      path: studentLinks.card.path,
      page: () => import('../features/students/CardPage').then((file) => file.StudentCardPage),
    },
    {
      path: studentLinks.edit.path,
      page: () => import('../features/students/EditPage').then((file) => file.StudentEditPage),
    },
  ],
});
