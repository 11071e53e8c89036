import type { Area } from '../shared/access/access.gen';
import type { AreaDefinition } from '../shared/access/area';

const nothing = () => Promise.resolve(() => null);
const icon = () => null;

const area = (
  name: Area,
  order: number,
  paths: string[],
  rest: Partial<AreaDefinition> = {},
): AreaDefinition => ({
  area: name,
  menu: { label: name, icon, order, to: paths[0] ?? '/' },
  routes: paths.map((path) => ({ path, page: nothing })),
  ...rest,
});

const settings = area('settings', 110, ['/settings']);

/** All areas of the console, in no particular order. */
export const allAreas: readonly AreaDefinition[] = [
  { ...settings, menu: { label: 'settings', icon, order: 110, to: '/settings', foot: true } },
  area('news', 60, ['/news', '/news/add', '/news/$uuidNews']),
  area('students', 10, ['/', '/card/$uuidUser', '/card/$uuidUser/edit'], { needsStructure: true }),
  area('applications', 20, ['/application', '/application/card/$uuidUser'], {
    needsStructure: true,
  }),
  area('partners', 30, ['/partners', '/partners/new', '/partners/card/$uuidPartner']),
  area('promotions', 40, ['/promotions', '/promotions/card/$uuidStock/statistic']),
  area('reviews', 50, ['/feedbacks', '/feedback/$uuidComment']),
  area('structure', 70, ['/structure']),
  area('statistics', 80, ['/statistic', '/statistics']),
  area('knowledge', 90, ['/knowledge']),
  area('rzdBonus', 100, ['/rzd-bonus']),
  { area: 'attention', routes: [{ path: '/attention', page: nothing }] },
  area('operators', 105, ['/operators', '/operators/$uuidOperator']),
];

/** The paths of the public pages. */
export const openPaths = ['/auth', '/auth/resetpassword', '/confirmreset/$hash'];
