import type { UseQueryOptions } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Operator } from '../session/token';
import { type Area, access, administration, type Role } from './access.gen';

/** A lazily loaded page of an area. */
export type PageRoute = {
  /** Path with $parameters, e.g. /card/$uuidUser. */
  path: string;
  page: () => Promise<ComponentType>;
};

/** A polled counter next to a menu entry; it fails silently. */
export type Badge = {
  query: UseQueryOptions<number>;
  /** Who sees the counter; by default everybody with the area. */
  shownTo?: (operator: Operator) => boolean;
};

/** The entry of an area in the menu. */
export type MenuEntry = {
  label: string | ((role: Role) => string);
  icon: ComponentType<{ size?: number | string; stroke?: number | string }>;
  to: string;
  /** Order in the menu (rules 20.1): students 10, applications 20, partners 30, promotions 40, reviews 50, news 60,
   *  structure 70, statistics 80, knowledge 90, rzdBonus 100, operators 105, journal 106, catalogues 107. */
  order: number;
  /** At the bottom of the menu: settings. */
  foot?: boolean;
  /** Shown even to a role without the area: statistics and knowledge (rules 20.2). */
  shownToAll?: boolean;
  badge?: Badge;
};

/** An area of the console, as its file in routes/ declares it. */
export type AreaDefinition = {
  area: Area;
  menu?: MenuEntry;
  routes: readonly PageRoute[];
  /** Its pages need the university's structure. */
  needsStructure?: boolean;
};

/** Pages that need no session. */
export type PublicDefinition = { area: null; routes: readonly PageRoute[] };

/** Declares an area: the default export of its file in routes/. */
export const defineArea = (definition: AreaDefinition): AreaDefinition => definition;

/** Declares public pages. */
export const definePublic = (routes: readonly PageRoute[]): PublicDefinition => ({
  area: null,
  routes,
});

/** Whether an operator has an area: by role, or as an administrator. */
export const may = ({ role, admin }: Pick<Operator, 'role' | 'admin'>, area: Area): boolean =>
  access[area].includes(role) || (admin && (administration[area] ?? []).includes(role));
