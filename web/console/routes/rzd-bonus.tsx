import { IconTrain } from '@tabler/icons-react';
import { defineArea } from '../shared/access/area';
import { menu } from '../shared/access/texts';
import { newsLinks } from '../shared/links/news';

export default defineArea({
  area: 'rzdBonus',
  menu: { label: menu.rzdBonus, icon: IconTrain, to: newsLinks.rzdBonus(), order: 100 },
  routes: [
    {
      path: newsLinks.rzdBonus.path,
      page: () => import('../features/news/RzdPage').then((file) => file.RzdPage),
    },
  ],
});
