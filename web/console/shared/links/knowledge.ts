import { page } from './page';

/** Pages of the knowledge base. */
export const knowledgeLinks = {
  categories: page('/knowledge'),
  add: page('/knowledge/add'),
  category: page('/knowledge/$categoryID'),
  addTo: page('/knowledge/$categoryID/add'),
  question: page('/knowledge/$categoryID/$questionID'),
};
