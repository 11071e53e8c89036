import { createContext } from 'react';

/** What a dialog knows of the rows that it is about. */
export type Subject = {
  /** Keeps them on the page until the returned function is called. */
  hold: () => () => void;
  /** A reload has removed one of them. */
  gone: boolean;
};

/** Around whatever opens a dialog about rows of a list. */
export const DialogSubject = createContext<Subject | null>(null);
