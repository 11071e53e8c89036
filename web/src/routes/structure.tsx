import { IconBuildingBank } from '@tabler/icons-react';
import { t } from '../features/structure/texts';
import { defineArea } from '../shared/access/area';

export default defineArea({
  area: 'structure',
  menu: { label: t.title, icon: IconBuildingBank, to: '/structure', order: 70 },
  routes: [
    {
      path: '/structure',
      page: () => import('../features/structure/StructurePage').then((file) => file.StructurePage),
    },
  ],
});
