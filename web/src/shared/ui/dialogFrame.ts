import { createContext, useContext } from 'react';

/** Asked before a dialog shuts: calls back when it may. */
export type AskFirst = (close: () => void) => void;

type Frame = {
  /** What is inside and has unsaved changes. */
  guards: Set<AskFirst>;
  /** Shuts the dialog unless something inside wants to ask first. */
  leave: () => void;
};

/** The dialog around a component. */
export const DialogFrame = createContext<Frame | null>(null);

/** The dialog around a component; none on a page. */
export const useDialogFrame = () => useContext(DialogFrame);
