import { createContext, useContext } from 'react';

/** Asks before a dialog closes; calls back to close it. */
export type AskFirst = (close: () => void) => void;

type Frame = {
  /** Guards of forms with unsaved changes inside. */
  guards: Set<AskFirst>;
  /** Closes the dialog after asking the guards. */
  leave: () => void;
};

/** Context of the surrounding dialog. */
export const DialogFrame = createContext<Frame | null>(null);

/** The surrounding dialog; null on a page. */
export const useDialogFrame = () => useContext(DialogFrame);
