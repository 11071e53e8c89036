import { useSyncExternalStore } from 'react';

type Question = { settle: (confirmed: boolean) => void; answered: Promise<boolean> };

let asked: Question | null = null;
const listeners = new Set<() => void>();

function become(next: Question | null) {
  asked = next;
  for (const listener of listeners) listener();
}

/** Asks the operator for the password or a code; false if they cancel. Several calls share one question. */
export function confirmIdentity(): Promise<boolean> {
  if (asked) return asked.answered;
  let resolve: (confirmed: boolean) => void = () => undefined;
  const answered = new Promise<boolean>((done) => {
    resolve = done;
  });
  become({
    answered,
    settle: (confirmed) => {
      become(null);
      resolve(confirmed);
    },
  });
  return answered;
}

/** Cancels the open question: its operator has signed out. */
export const cancelIdentity = () => asked?.settle(false);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The open question, if any. */
export const useIdentityQuestion = () => useSyncExternalStore(subscribe, () => asked);
