import { IconBooks } from '@tabler/icons-react';
import { defineArea } from '../shared/access/area';
import { menu } from '../shared/access/texts';
import { catalogueLinks } from '../shared/links/catalogues';

export default defineArea({
  area: 'catalogues',
  menu: { label: menu.catalogues, icon: IconBooks, to: catalogueLinks.all(), order: 107 },
  routes: [
    {
      path: catalogueLinks.all.path,
      page: () =>
        import('../features/catalogues/CataloguesPage').then((file) => file.CataloguesPage),
    },
    {
      path: catalogueLinks.university.path,
      page: () =>
        import('../features/catalogues/UniversityPage').then((file) => file.UniversityPage),
    },
  ],
});
