import { IconUserPlus } from '@tabler/icons-react';
import { applicationCount } from '../features/students/count';
import { defineArea } from '../shared/access/area';
import { menu } from '../shared/access/texts';
import { applicationLinks } from '../shared/links/applications';

export default defineArea({
  area: 'applications',
  menu: {
    label: menu.applications,
    icon: IconUserPlus,
    to: applicationLinks.list(),
    order: 20,
    badge: { query: applicationCount },
  },
  needsStructure: true,
  routes: [
    {
      path: applicationLinks.list.path,
      page: () =>
        import('../features/students/ApplicationsPage').then((file) => file.ApplicationsPage),
    },
    {
      path: applicationLinks.round.path,
      page: () =>
        import('../features/students/round/ApplicationRoundPage').then(
          (file) => file.ApplicationRoundPage,
        ),
    },
    {
      path: applicationLinks.card.path,
      page: () => import('../features/students/CardPage').then((file) => file.ApplicationCardPage),
    },
    {
      path: applicationLinks.edit.path,
      page: () => import('../features/students/EditPage').then((file) => file.ApplicationEditPage),
    },
  ],
});
