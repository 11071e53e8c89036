import { defineArea } from '../shared/access/area';
import { attentionLinks } from '../shared/links/attention';

// No entry in the menu: the line above the lists, the palette and the settings lead here.
export default defineArea({
  area: 'attention',
  routes: [
    {
      path: attentionLinks.page.path,
      page: () => import('../features/attention/AttentionPage').then((file) => file.AttentionPage),
    },
  ],
});
