import { IconMessageCircleStar } from '@tabler/icons-react';
import { waitingCount } from '../features/reviews/count';
import { t } from '../features/reviews/texts';
import { defineArea } from '../shared/access/area';

export default defineArea({
  area: 'reviews',
  menu: {
    label: t.title,
    icon: IconMessageCircleStar,
    to: '/feedbacks',
    order: 50,
    badge: { query: waitingCount },
  },
  routes: [
    {
      path: '/feedbacks',
      page: () => import('../features/reviews/ReviewsPage').then((file) => file.ReviewsPage),
    },
    {
      path: '/feedback/$uuidComment',
      page: () => import('../features/reviews/CardPage').then((file) => file.CardPage),
    },
  ],
});
