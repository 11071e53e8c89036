import { IconDiscount2 } from '@tabler/icons-react';
import { defineArea } from '../shared/access/area';
import { menu } from '../shared/access/texts';

export default defineArea({
  area: 'promotions',
  menu: {
    label: (role) => (role === 'operator_univer' ? menu.promotionsOfUniversity : menu.promotions),
    icon: IconDiscount2,
    to: '/promotions',
    order: 40,
  },
  routes: [
    {
      path: '/promotions',
      page: () =>
        import('../features/promotions/PromotionsPage').then((file) => file.PromotionsPage),
    },
    {
      path: '/promotions/card/$uuidStock',
      page: () => import('../features/promotions/CardPage').then((file) => file.CardPage),
    },
    {
      path: '/promotions/card/$uuidStock/refactoring',
      page: () => import('../features/promotions/EditPage').then((file) => file.EditPage),
    },
    {
      path: '/promotions/card/$uuidStock/statistic',
      page: () =>
        import('../features/promotions/StatisticsPage').then((file) => file.StatisticsPage),
    },
  ],
});
