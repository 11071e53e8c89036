import { type AreaDefinition, type MenuEntry, may } from '../../shared/access/area';
import type { Operator } from '../../shared/session/token';

/** An entry of the menu as one operator sees it. */
export type Entry = Omit<MenuEntry, 'label'> & { area: AreaDefinition['area']; label: string };

function entryFor({ area, menu }: AreaDefinition, operator: Operator): Entry[] {
  if (!menu || !(menu.shownToAll || may(operator.role, area))) return [];
  const { label, badge } = menu;
  // A counter of an area that the role has not would be refused each time (contract §8).
  const counted = may(operator.role, area) && (badge?.shownTo?.(operator) ?? true);
  return [
    {
      ...menu,
      area,
      label: typeof label === 'string' ? label : label(operator.role),
      badge: counted ? badge : undefined,
    },
  ];
}

/** The menu of an operator, in order (contract §2 and §6). */
export const menuFor = (areas: readonly AreaDefinition[], operator: Operator): Entry[] =>
  areas.flatMap((area) => entryFor(area, operator)).sort((a, b) => a.order - b.order);
