import { type AreaDefinition, type MenuEntry, may } from '../../shared/access/area';
import type { Operator } from '../../shared/session/token';
import { lacksStructure } from '../redirects';

/** A menu entry of an operator. */
export type Entry = Omit<MenuEntry, 'label'> & {
  area: AreaDefinition['area'];
  label: string;
  /** Cannot be opened before the university has a structure. */
  waits: boolean;
};

type Given = { operator: Operator; unstructured: boolean };

function entryFor(
  { area, menu, needsStructure = false }: AreaDefinition,
  { operator, unstructured }: Given,
): Entry[] {
  if (!menu || !(menu.shownToAll || may(operator, area))) return [];
  const { label, badge } = menu;
  // Without the area the counter would always be a 403 (rules 4.4).
  const counted = may(operator, area) && (badge?.shownTo?.(operator) ?? true);
  return [
    {
      ...menu,
      area,
      label: typeof label === 'string' ? label : label(operator.role),
      badge: counted ? badge : undefined,
      waits: needsStructure && unstructured,
    },
  ];
}

/** The menu of an operator (rules 20.1, 20.2). */
export function menuFor(areas: readonly AreaDefinition[], operator: Operator): Entry[] {
  const given = { operator, unstructured: lacksStructure(operator, areas) };
  return areas.flatMap((area) => entryFor(area, given)).sort((a, b) => a.order - b.order);
}
