import { IconBuildingStore } from '@tabler/icons-react';
import { defineArea } from '../shared/access/area';
import { menu } from '../shared/access/texts';
import { partnerLinks } from '../shared/links/partners';

export default defineArea({
  area: 'partners',
  menu: { label: menu.partners, icon: IconBuildingStore, to: partnerLinks.list(), order: 30 },
  routes: [
    {
      path: partnerLinks.list.path,
      page: () => import('../features/partners/PartnersPage').then((file) => file.PartnersPage),
    },
    {
      path: partnerLinks.add.path,
      page: () => import('../features/partners/form/NewPage').then((file) => file.NewPage),
    },
    {
      path: partnerLinks.card.path,
      page: () =>
        Promise.all([
          import('../features/partners/card/CardPage'),
          import('../features/promotions/PartnerTab'),
        ]).then(([card, promotions]) => card.cardPage(promotions.promotionsTab)),
    },
    {
      path: partnerLinks.addPromotion.path,
      page: () => import('../features/promotions/form/NewPage').then((file) => file.NewPage),
    },
    {
      path: partnerLinks.edit.path,
      page: () => import('../features/partners/form/EditPage').then((file) => file.EditPage),
    },
  ],
});
