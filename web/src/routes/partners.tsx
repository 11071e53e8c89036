import { IconBuildingStore } from '@tabler/icons-react';
import { defineArea } from '../shared/access/area';
import { menu } from '../shared/access/texts';

export default defineArea({
  area: 'partners',
  menu: { label: menu.partners, icon: IconBuildingStore, to: '/partners', order: 30 },
  routes: [
    {
      path: '/partners',
      page: () => import('../features/partners/PartnersPage').then((file) => file.PartnersPage),
    },
    {
      path: '/partners/new',
      page: () => import('../features/partners/NewPage').then((file) => file.NewPage),
    },
    {
      path: '/partners/card/$uuidPartner',
      page: () =>
        Promise.all([
          import('../features/partners/CardPage'),
          import('../features/promotions/PartnerTab'),
        ]).then(([card, promotions]) => card.cardPage(promotions.promotionsTab)),
    },
    {
      path: '/partners/card/$uuidPartner/newStock',
      page: () => import('../features/promotions/NewPage').then((file) => file.NewPage),
    },
    {
      path: '/partners/card/$uuidPartner/edit',
      page: () => import('../features/partners/EditPage').then((file) => file.EditPage),
    },
  ],
});
