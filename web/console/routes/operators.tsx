import { IconUsersGroup } from '@tabler/icons-react';
import { defineArea } from '../shared/access/area';
import { menu } from '../shared/access/texts';
import { operatorLinks } from '../shared/links/operators';

export default defineArea({
  area: 'operators',
  menu: {
    label: menu.operators,
    icon: IconUsersGroup,
    to: operatorLinks.list(),
    order: 105,
  },
  routes: [
    {
      path: operatorLinks.list.path,
      page: () => import('../features/operators/OperatorsPage').then((file) => file.OperatorsPage),
    },
    {
      path: operatorLinks.invitations.path,
      page: () =>
        import('../features/operators/InvitationsPage').then((file) => file.InvitationsPage),
    },
    {
      path: operatorLinks.card.path,
      page: () => import('../features/operators/CardPage').then((file) => file.CardPage),
    },
  ],
});
