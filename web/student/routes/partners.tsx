import { IconDiscount2 } from '@tabler/icons-react';
import type { Area } from '../shared/area';
import { links } from '../shared/links';
import { t } from '../shared/texts';
import { lazily } from '../shared/ui/lazily';

const area: Area = {
  audience: 'anyone',
  tab: { label: t.tabs.offers, path: links.offers, icon: IconDiscount2, order: 20 },
  screens: [
    {
      path: links.offers,
      screen: lazily(async () => (await import('../features/partners/OffersScreen')).OffersScreen),
    },
    {
      path: links.partner(':id'),
      screen: lazily(
        async () => (await import('../features/partners/PartnerScreen')).PartnerScreen,
      ),
    },
  ],
};
export default area;
