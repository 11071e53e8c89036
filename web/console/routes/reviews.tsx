import { IconMessageCircleStar } from '@tabler/icons-react';
import { waitingCount } from '../features/reviews/count';
import { defineArea } from '../shared/access/area';
import { menu } from '../shared/access/texts';
import { reviewLinks } from '../shared/links/reviews';

export default defineArea({
  area: 'reviews',
  menu: {
    label: menu.reviews,
    icon: IconMessageCircleStar,
    to: reviewLinks.list(),
    order: 50,
    badge: { query: waitingCount },
  },
  routes: [
    {
      path: reviewLinks.list.path,
      page: () => import('../features/reviews/ReviewsPage').then((file) => file.ReviewsPage),
    },
    {
      path: reviewLinks.round.path,
      page: () =>
        import('../features/reviews/round/ReviewRoundPage').then((file) => file.ReviewRoundPage),
    },
    {
      path: reviewLinks.card.path,
      page: () => import('../features/reviews/CardPage').then((file) => file.CardPage),
    },
  ],
});
