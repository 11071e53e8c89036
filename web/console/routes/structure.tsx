import { IconBuildingBank } from '@tabler/icons-react';
import { defineArea } from '../shared/access/area';
import { menu } from '../shared/access/texts';
import { structureLinks } from '../shared/links/structure';

export default defineArea({
  area: 'structure',
  menu: { label: menu.structure, icon: IconBuildingBank, to: structureLinks.tree(), order: 70 },
  routes: [
    {
      path: structureLinks.tree.path,
      page: () => import('../features/structure/StructurePage').then((file) => file.StructurePage),
    },
  ],
});
