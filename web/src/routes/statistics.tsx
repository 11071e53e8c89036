import { IconChartBar } from '@tabler/icons-react';
import { t } from '../features/statistics/texts';
import { defineArea } from '../shared/access/area';

const page = () =>
  import('../features/statistics/StatisticsPage').then((file) => file.StatisticsPage);

export default defineArea({
  area: 'statistics',
  menu: { label: t.title, icon: IconChartBar, to: '/statistic', order: 80, shownToAll: true },
  // The specification names both (part 1 §2.2, part 2 §2).
  routes: [
    { path: '/statistic', page },
    { path: '/statistics', page },
  ],
});
