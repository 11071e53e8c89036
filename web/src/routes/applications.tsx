import { IconUserPlus } from '@tabler/icons-react';
import { applicationCount } from '../features/students/count';
import { t } from '../features/students/texts';
import { defineArea } from '../shared/access/area';

export default defineArea({
  area: 'applications',
  menu: {
    label: t.applications.title,
    icon: IconUserPlus,
    to: '/application',
    order: 20,
    badge: { query: applicationCount },
  },
  needsStructure: true,
  routes: [
    {
      path: '/application',
      page: () =>
        import('../features/students/ApplicationsPage').then((file) => file.ApplicationsPage),
    },
    {
      path: '/application/card/$uuidUser',
      page: () => import('../features/students/CardPage').then((file) => file.ApplicationCardPage),
    },
    {
      path: '/application/card/$uuidUser/edit',
      page: () => import('../features/students/EditPage').then((file) => file.ApplicationEditPage),
    },
  ],
});
