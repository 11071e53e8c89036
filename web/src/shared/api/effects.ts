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

/** After a change: whatever an area shows, and whatever others show of it, is asked anew. */
export const invalidateArea = (client: QueryClient, area: Area) =>
  Promise.all(
    [area, ...(effects[area] ?? [])].map((name) => client.invalidateQueries({ queryKey: [name] })),
  );
