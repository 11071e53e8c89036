import type { QueryClient } from '@tanstack/react-query';
import type { Area } from '../access/access.gen';

// Query keys start with the area name. This map lists which other areas to invalidate after a mutation.
const effects: Partial<Record<Area, readonly (Area | 'catalog')[]>> = {
  structure: ['students'], // names of faculties
  applications: ['students', 'statistics'], // an approved application is a student
  students: ['applications', 'statistics'],
  partners: ['promotions', 'reviews', 'statistics'], // names and states of partners; points
  promotions: ['partners', 'statistics'], // counts
  reviews: ['partners'], // rating and counts
  news: ['rzdBonus'], // the same items
  // Names of cities, categories and universities, and the choices of forms.
  catalogues: ['catalog', 'students', 'partners', 'promotions', 'reviews', 'news', 'knowledge'],
};

/** Longer than a healthy server takes to answer (ms). */
const briefly = 300;

/**
 * Waits for a refetch after a saved change, so that the next screen does not flash old data, but not for a slow server:
 * the screen goes on and catches up later. Never rejects: the change itself has succeeded.
 */
export const waitBriefly = (work: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, briefly);
    work.then(
      () => resolve(),
      () => resolve(),
    );
  });

const withEffects = (area: Area) => [area, ...(effects[area] ?? [])];

/** Marks the queries of an area as outdated, without refetching what is on the screen: it has moved on to the next card. */
export const outdateArea = (client: QueryClient, area: Area) => {
  for (const name of withEffects(area)) {
    void client.invalidateQueries({ queryKey: [name], refetchType: 'none' });
    void client.refetchQueries({ queryKey: [name, 'count'], type: 'active' });
  }
};

/** Invalidates the queries of an area and of the areas that show its data. */
export const invalidateArea = (client: QueryClient, area: Area) =>
  waitBriefly(
    Promise.all(withEffects(area).map((name) => client.invalidateQueries({ queryKey: [name] }))),
  );
