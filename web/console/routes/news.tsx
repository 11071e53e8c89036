import { IconNews } from '@tabler/icons-react';
import { waitingCount } from '../features/news/count';
import { defineArea } from '../shared/access/area';
import { menu } from '../shared/access/texts';
import { newsLinks } from '../shared/links/news';

export default defineArea({
  area: 'news',
  menu: {
    label: menu.news,
    icon: IconNews,
    to: newsLinks.list(),
    order: 60,
    badge: { query: waitingCount, shownTo: ({ chairman }) => chairman },
  },
  routes: [
    {
      path: newsLinks.list.path,
      page: () => import('../features/news/NewsPage').then((file) => file.NewsPage),
    },
    {
      path: newsLinks.add.path,
      page: () => import('../features/news/form/FormPage').then((file) => file.AddPage),
    },
    {
      path: newsLinks.card.path,
      page: () => import('../features/news/CardPage').then((file) => file.CardPage),
    },
    {
      path: newsLinks.edit.path,
      page: () => import('../features/news/form/FormPage').then((file) => file.EditPage),
    },
    {
      path: newsLinks.participants.path,
      page: () => import('../features/news/ParticipantsPage').then((file) => file.ParticipantsPage),
    },
  ],
});
