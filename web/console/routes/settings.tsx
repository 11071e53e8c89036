import { IconSettings } from '@tabler/icons-react';
import { defineArea } from '../shared/access/area';
import { menu } from '../shared/access/texts';
import { settingsLinks } from '../shared/links/settings';

export default defineArea({
  area: 'settings',
  menu: {
    label: menu.settings,
    icon: IconSettings,
    to: settingsLinks.page(),
    order: 110,
    foot: true,
  },
  routes: [
    {
      path: settingsLinks.page.path,
      page: () => import('../features/settings/SettingsPage').then((file) => file.SettingsPage),
    },
    {
      path: settingsLinks.guide.path,
      page: () => import('../features/guide/GuidePage').then((file) => file.GuidePage),
    },
    {
      path: settingsLinks.exports.path,
      page: () => import('../features/exports/ExportsPage').then((file) => file.ExportsPage),
    },
  ],
});
