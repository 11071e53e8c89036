import { describe, expect, it } from 'vitest';
import type { AreaDefinition } from '../../shared/access/area';
import { initials } from '../../shared/ui/Avatar';
import { allAreas } from '../../test/areas';
import { operator } from '../../test/tokens';
import { menuFor } from './entries';
import { topBarTitle } from './topBar';

const shown = (areas: readonly AreaDefinition[], changes = {}) =>
  menuFor(areas, operator(changes)).map(({ area }) => area);

// As their route files declare: shown to every role, whatever the routes allow.
const areas = allAreas.map((definition) =>
  definition.menu && ['statistics', 'knowledge'].includes(definition.area)
    ? { ...definition, menu: { ...definition.menu, shownToAll: true } }
    : definition,
);

describe('the menu', () => {
  it('has every area of operator_all in the order of rules 20.1', () => {
    expect(shown(areas)).toEqual([
      'students',
      'applications',
      'partners',
      'promotions',
      'reviews',
      'news',
      'structure',
      'statistics',
      'knowledge',
      'rzdBonus',
      'settings',
    ]);
  });

  it('hides areas that a role does not have, except statistics and knowledge', () => {
    expect(shown(areas, { role: 'operator_univer' })).toEqual([
      'partners',
      'promotions',
      'reviews',
      'news',
      'statistics',
      'knowledge',
      'settings',
    ]);
    expect(shown(areas, { role: 'chairman' })).not.toContain('rzdBonus');
  });

  it('names an entry by role where names differ', () => {
    const [promotions] = allAreas.filter(({ area }) => area === 'promotions');
    const named = {
      ...promotions,
      menu: { ...promotions?.menu, label: (role: string) => `for ${role}` },
    } as AreaDefinition;
    const [entry] = menuFor([named], operator({ role: 'operator_univer' }));
    expect(entry?.label).toBe('for operator_univer');
  });

  it('marks entries that need the structure, for those who can create it', () => {
    const needing = areas.map((definition) => ({
      ...definition,
      needsStructure: definition.area === 'students',
    }));
    const waiting = (changes = {}) =>
      menuFor(needing, operator(changes)).flatMap(({ area, waits }) => (waits ? [area] : []));
    expect(waiting()).toEqual([]);
    expect(waiting({ hierarchyFilled: false })).toEqual(['students']);
  });

  it('shows the counter only with the area and the flag', () => {
    const query = { queryKey: ['count'], queryFn: () => 1 };
    const counted = (shownTo?: (who: { chairman: boolean }) => boolean) =>
      areas.map((definition) =>
        definition.menu && ['news', 'knowledge'].includes(definition.area)
          ? { ...definition, menu: { ...definition.menu, badge: { query, shownTo } } }
          : definition,
      );
    const badges = (list: readonly AreaDefinition[], changes = {}) =>
      menuFor(list, operator(changes)).flatMap(({ area, badge }) => (badge ? [area] : []));
    expect(badges(counted())).toEqual(['news', 'knowledge']);
    expect(badges(counted(), { role: 'operator_univer' })).toEqual(['news']);
    expect(badges(counted(({ chairman }) => chairman))).toEqual([]);
    expect(
      badges(
        counted(({ chairman }) => chairman),
        { chairman: true },
      ),
    ).toEqual(['news', 'knowledge']);
  });
});

it('shows the top bar’s title on the root path only', () => {
  expect(topBarTitle('/', 'students')).toBe('Университеты');
  expect(topBarTitle('/partners', 'partners')).toBeNull();
  expect(topBarTitle('/', 'statistics')).toBeNull();
});

it('builds initials from the available names', () => {
  expect(initials({ name: 'мария', surname: 'Ёлкина' })).toBe('МЁ');
  expect(initials({ name: '', surname: ' Ли' })).toBe('Л');
  expect(initials({ name: '', surname: '' })).toBe('');
});
