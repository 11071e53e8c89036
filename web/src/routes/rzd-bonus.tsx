import { IconTrain } from '@tabler/icons-react';
import { t } from '../features/news/menu/texts';
import { defineArea } from '../shared/access/area';

export default defineArea({
  area: 'rzdBonus',
  menu: { label: t.rzd, icon: IconTrain, to: '/rzd-bonus', order: 100 },
  routes: [
    {
      path: '/rzd-bonus',
      page: () => import('../features/news/RzdPage').then((file) => file.RzdPage),
    },
  ],
});
