import { forget, keep, readKept } from '../storage/kept';
import type { Attempt } from './request';

/** Stores the last attempt of a screen: the phone may kill the app while the message is read. */
export const attempts = (name: string) => ({
  keep: (attempt: Attempt) => keep(name, attempt),
  read: () => readKept<Attempt>(name),
  drop: () => forget(name),
});
