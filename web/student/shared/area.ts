import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Standing } from './api/member';

/** A tab at the bottom of the screen. */
export type Tab = {
  label: string;
  path: string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  order: number;
  /** Who has this tab, if the screens are for more callers. */
  audience?: 'guest' | 'member';
  /** The badge: the number of new items. */
  useBadge?: () => number;
};

/** A part of the app, declared by a file in routes/. */
export type Area = {
  tab?: Tab;
  /** Who has the area: members by default. */
  audience?: 'guest' | 'member' | 'anyone';
  /** Screens by path; a screen may be restricted further. */
  screens: readonly { path: string; screen: ComponentType; standings?: readonly Standing[] }[];
  /** Loads what the first render needs from storage. */
  prepare?: (client: QueryClient) => Promise<unknown>;
};
