import { IconDiscount2 } from '@tabler/icons-react';
import { defineArea } from '../shared/access/area';
import { promotionsFor } from '../shared/access/texts';
import { promotionLinks } from '../shared/links/promotions';

export default defineArea({
  area: 'promotions',
  menu: {
    label: promotionsFor,
    icon: IconDiscount2,
    to: promotionLinks.list(),
    order: 40,
  },
  routes: [
    {
      path: promotionLinks.list.path,
      page: () =>
        import('../features/promotions/PromotionsPage').then((file) => file.PromotionsPage),
    },
    {
      path: promotionLinks.card.path,
      page: () => import('../features/promotions/card/CardPage').then((file) => file.CardPage),
    },
    {
      path: promotionLinks.edit.path,
      page: () => import('../features/promotions/form/EditPage').then((file) => file.EditPage),
    },
    {
      path: promotionLinks.statistics.path,
      page: () =>
        import('../features/promotions/codes/StatisticsPage').then((file) => file.StatisticsPage),
    },
  ],
});
