import { IconHelpCircle } from '@tabler/icons-react';
import type { Area } from '../shared/area';
import { links } from '../shared/links';
import { t } from '../shared/texts';
import { lazily } from '../shared/ui/lazily';

// Members find it in their profile: five tabs are enough.
const area: Area = {
  audience: 'anyone',
  tab: {
    ...{ label: t.tabs.help, path: links.help, icon: IconHelpCircle, order: 50 },
    audience: 'guest',
  },
  screens: [
    {
      path: links.help,
      screen: lazily(async () => (await import('../features/help/HelpScreen')).HelpScreen),
    },
  ],
};
export default area;
