import { IconNews } from '@tabler/icons-react';
import { waitingCount } from '../features/news/count';
import { t } from '../features/news/menu/texts';
import { defineArea } from '../shared/access/area';

export default defineArea({
  area: 'news',
  menu: {
    label: t.news,
    icon: IconNews,
    to: '/news',
    order: 60,
    badge: { query: waitingCount, shownTo: ({ chairman }) => chairman },
  },
  routes: [
    {
      path: '/news',
      page: () => import('../features/news/NewsPage').then((file) => file.NewsPage),
    },
    {
      path: '/news/add',
      page: () => import('../features/news/form/FormPage').then((file) => file.AddPage),
    },
    {
      path: '/news/$uuidNews',
      page: () => import('../features/news/CardPage').then((file) => file.CardPage),
    },
    {
      path: '/news/$uuidNews/edit',
      page: () => import('../features/news/form/FormPage').then((file) => file.EditPage),
    },
    {
      path: '/news/$uuidNews/showStudents',
      page: () => import('../features/news/ParticipantsPage').then((file) => file.ParticipantsPage),
    },
  ],
});
