import { IconNews } from '@tabler/icons-react';
import type { Area } from '../shared/area';
import { links } from '../shared/links';
import { t } from '../shared/texts';
import { lazily } from '../shared/ui/lazily';

const area: Area = {
  tab: { label: t.tabs.news, path: links.news, icon: IconNews, order: 30 },
  screens: [
    {
      path: links.news,
      screen: lazily(async () => (await import('../features/news/NewsScreen')).NewsScreen),
    },
    {
      path: links.story(':id'),
      screen: lazily(async () => (await import('../features/news/StoryScreen')).StoryScreen),
    },
  ],
};
export default area;
