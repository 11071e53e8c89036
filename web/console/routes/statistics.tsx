import { IconChartBar } from '@tabler/icons-react';
import { defineArea } from '../shared/access/area';
import { menu } from '../shared/access/texts';
import { statisticsLinks } from '../shared/links/statistics';

const page = () =>
  import('../features/statistics/StatisticsPage').then((file) => file.StatisticsPage);

export default defineArea({
  area: 'statistics',
  menu: {
    label: menu.statistics,
    icon: IconChartBar,
    to: statisticsLinks.overview(),
    order: 80,
    shownToAll: true,
  },
  routes: [
    { path: statisticsLinks.overview.path, page },
    { path: statisticsLinks.plural.path, page },
  ],
});
