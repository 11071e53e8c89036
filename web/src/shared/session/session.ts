import { useSyncExternalStore } from 'react';
import { eraseDrafts } from './drafts';
import { clearStorage, dropTokens, readTokens, type Tokens, writeTokens } from './storage';
import { type Operator, readToken } from './token';

/** Whether somebody is signed in; pending while it is not known yet. */
export type Session =
  | { status: 'pending' }
  | { status: 'out' }
  | { status: 'in'; operator: Operator };

let current: Session = { status: 'pending' };
// Outlives the session: a page that is being left after logout may draw once more.
let operator: Operator | null = null;
const listeners = new Set<() => void>();

function become(next: Session) {
  // Same content, same object: a refresh that changed nothing must not redraw the console.
  if (JSON.stringify(next) === JSON.stringify(current)) return;
  current = next;
  if (next.status === 'in') operator = next.operator;
  for (const listener of listeners) listener();
}

/** The session as it is now. */
export const getSession = () => current;

/** Calls back after each change of the session. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The session inside a component. */
export const useSession = () => useSyncExternalStore(onSession, getSession);

/** Whoever is signed in; only for components below the session guard. */
export function useOperator(): Operator {
  useSession();
  if (!operator) throw new Error('useOperator outside of a session');
  return operator;
}

/** Takes the session from storage: after a start, a sign-in, a refresh, a change in another tab. */
export function adoptStored() {
  const tokens = readTokens();
  const token = tokens && readToken(tokens.access);
  if (tokens && !token) dropTokens(); // unreadable or an unknown role: logged out
  become(token ? { status: 'in', operator: token.operator } : { status: 'out' });
}

/** Starts a session; false when the token's role may not use the console. */
export function startSession(tokens: Tokens): boolean {
  if (!readToken(tokens.access)) {
    endSession();
    return false;
  }
  writeTokens(tokens);
  adoptStored();
  return true;
}

/** Ends the session here, without a word to the server. */
export function endSession() {
  dropTokens();
  become({ status: 'out' });
}

/** Ends the session and leaves no trace of it in the browser. */
export function eraseSession() {
  clearStorage();
  void eraseDrafts();
  become({ status: 'out' });
}
