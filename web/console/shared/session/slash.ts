import { useOperator } from './session';

/** Whether the slash key focuses the search. Operators turn single keys off for voice input (WCAG 2.1.4). */
export const useSlashKey = () => useOperator().slashKey;

/** Whether the keys of pages act: those of working through a list, the arrows of cards, and the question mark. */
export const useKeysOn = () => useOperator().pageKeys;
