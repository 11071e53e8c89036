import { IconTicket } from '@tabler/icons-react';
import type { Area } from '../shared/area';
import { links } from '../shared/links';
import { t } from '../shared/texts';
import { lazily } from '../shared/ui/lazily';

const area: Area = {
  tab: { label: t.tabs.codes, path: links.codes, icon: IconTicket, order: 25 },
  screens: [
    {
      path: links.codes,
      screen: lazily(async () => (await import('../features/promotions/CodesScreen')).CodesScreen),
    },
  ],
};
export default area;
