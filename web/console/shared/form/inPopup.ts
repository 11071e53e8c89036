import { createContext } from 'react';

/** Whether a field is in a popup: what it opens stays inside, because a popup closes at a press outside of it. */
export const InPopup = createContext(false);
