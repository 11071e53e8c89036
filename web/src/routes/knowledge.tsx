import { IconBook2 } from '@tabler/icons-react';
import { t } from '../features/knowledge/texts';
import { defineArea } from '../shared/access/area';

const add = () => import('../features/knowledge/AddPage').then((file) => file.AddPage);

export default defineArea({
  area: 'knowledge',
  menu: { label: t.title, icon: IconBook2, to: '/knowledge', order: 90, shownToAll: true },
  routes: [
    {
      path: '/knowledge',
      page: () => import('../features/knowledge/KnowledgePage').then((file) => file.KnowledgePage),
    },
    { path: '/knowledge/add', page: add },
    {
      path: '/knowledge/$categoryID',
      page: () => import('../features/knowledge/CategoryPage').then((file) => file.CategoryPage),
    },
    { path: '/knowledge/$categoryID/add', page: add },
    {
      path: '/knowledge/$categoryID/$questionID',
      page: () => import('../features/knowledge/QuestionPage').then((file) => file.QuestionPage),
    },
  ],
});
