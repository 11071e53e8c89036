import type { UseQueryOptions } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Operator } from '../session/token';
import { type Area, access, type Role } from './access.gen';

/** A page of an area, loaded when it is first opened. */
export type PageRoute = {
  /** Path with $parameters, e.g. /card/$uuidUser. */
  path: string;
  page: () => Promise<ComponentType>;
};

/** A number beside a menu entry, polled; it fails silently. */
export type Badge = {
  query: UseQueryOptions<number>;
  /** Told from the operator alone; without it everybody who has the area. */
  shownTo?: (operator: Operator) => boolean;
};

/** The entry of an area in the menu. */
export type MenuEntry = {
  label: string | ((role: Role) => string);
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  to: string;
  /** Contract §6: students 10, applications 20, partners 30, promotions 40, reviews 50, news 60,
   *  structure 70, statistics 80, knowledge 90, rzdBonus 100. */
  order: number;
  /** Settings stand at the foot of the menu. */
  foot?: boolean;
  /** Statistics and knowledge are shown even to a role without the route (contract §2). */
  shownToAll?: boolean;
  badge?: Badge;
};

/** One area of the console: what a file in routes/ says of it. */
export type AreaDefinition = {
  area: Area;
  menu?: MenuEntry;
  routes: readonly PageRoute[];
  /** Its pages need the university's structure. */
  needsStructure?: boolean;
};

/** Pages for those who are not signed in. */
export type PublicDefinition = { area: null; routes: readonly PageRoute[] };

/** Declares an area: the default export of its file in routes/. */
export const defineArea = (definition: AreaDefinition): AreaDefinition => definition;

/** Declares pages that need no session. */
export const definePublic = (routes: readonly PageRoute[]): PublicDefinition => ({
  area: null,
  routes,
});

/** Whether a role has an area. */
export const may = (role: Role, area: Area): boolean => access[area].includes(role);
