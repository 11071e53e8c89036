import { IconSettings } from '@tabler/icons-react';
import { t } from '../features/settings/texts';
import { defineArea } from '../shared/access/area';

export default defineArea({
  area: 'settings',
  menu: { label: t.title, icon: IconSettings, to: '/settings', order: 110, foot: true },
  routes: [
    {
      path: '/settings',
      page: () => import('../features/settings/SettingsPage').then((file) => file.SettingsPage),
    },
  ],
});
