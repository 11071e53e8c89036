import type { QueryClient } from '@tanstack/react-query';
import type { Area } from '../access/access.gen';

// Every query key begins with its area. Here stands which other areas show what one has changed.
const effects: Partial<Record<Area, readonly Area[]>> = {
  structure: ['students'], // names of faculties
  applications: ['students', 'statistics'], // an approved application is a student
  students: ['applications', 'statistics'],
  partners: ['promotions', 'reviews', 'statistics'], // names and states of partners; points
  promotions: ['partners', 'statistics'], // counts
  reviews: ['partners'], // rating and counts
  news: ['rzdBonus'], // the same items
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

/** After a change: whatever an area shows, and whatever others show of it, is asked anew. */
export const invalidateArea = (client: QueryClient, area: Area) =>
  waitBriefly(
    Promise.all(
      [area, ...(effects[area] ?? [])].map((name) =>
        client.invalidateQueries({ queryKey: [name] }),
      ),
    ),
  );
