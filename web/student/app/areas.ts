import type { QueryClient } from '@tanstack/react-query';
import type { Member } from '../shared/api/member';
import type { Area } from '../shared/area';

const found = import.meta.glob<Area>('../routes/*.tsx', { eager: true, import: 'default' });

const areas = Object.values(found);

const isFor = (member: Member | null, audience: Area['audience']) =>
  audience === 'anyone' || (audience === 'guest') === (member === null);

const sees = (member: Member | null, { audience = 'member' }: Area) => isFor(member, audience);

/** The screens of a member or guest. */
export const screensFor = (member: Member | null) =>
  areas
    .filter((area) => sees(member, area))
    .flatMap(({ screens }) => screens)
    .filter(
      ({ standings }) => !standings || standings.includes(member?.applicationStatus ?? 'none'),
    );

/** The tabs of a member or guest in order. A single tab is not shown. */
export function tabsFor(member: Member | null) {
  const tabs = areas
    .filter((area) => sees(member, area))
    .flatMap(({ tab }) => tab ?? [])
    .filter((tab) => isFor(member, tab.audience ?? 'anyone'))
    .sort((a, b) => a.order - b.order);
  return tabs.length > 1 ? tabs : [];
}

/** Reads from storage what the areas need for the first render, in parallel, because each read is slow on a phone. */
export const prepareAreas = (client: QueryClient) =>
  Promise.all(areas.map(({ prepare }) => prepare?.(client)));
