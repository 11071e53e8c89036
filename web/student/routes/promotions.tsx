import type { Area } from '../shared/area';
import { links } from '../shared/links';
import { lazily } from '../shared/ui/lazily';

const area: Area = {
  audience: 'anyone',
  screens: [
    {
      path: links.promotions,
      screen: lazily(
        async () => (await import('../features/promotions/PromotionsScreen')).PromotionsScreen,
      ),
    },
    {
      path: links.promotion(':id'),
      screen: lazily(
        async () => (await import('../features/promotions/PromotionScreen')).PromotionScreen,
      ),
    },
  ],
};
export default area;
