import { IconBook2 } from '@tabler/icons-react';
import { defineArea } from '../shared/access/area';
import { menu } from '../shared/access/texts';
import { knowledgeLinks } from '../shared/links/knowledge';

const add = () => import('../features/knowledge/AddPage').then((file) => file.AddPage);

export default defineArea({
  area: 'knowledge',
  menu: {
    label: menu.knowledge,
    icon: IconBook2,
    to: knowledgeLinks.categories(),
    order: 90,
    shownToAll: true,
  },
  routes: [
    {
      path: knowledgeLinks.categories.path,
      page: () => import('../features/knowledge/KnowledgePage').then((file) => file.KnowledgePage),
    },
    { path: knowledgeLinks.add.path, page: add },
    {
      path: knowledgeLinks.category.path,
      page: () => import('../features/knowledge/CategoryPage').then((file) => file.CategoryPage),
    },
    { path: knowledgeLinks.addTo.path, page: add },
    {
      path: knowledgeLinks.question.path,
      page: () => import('../features/knowledge/QuestionPage').then((file) => file.QuestionPage),
    },
  ],
});
