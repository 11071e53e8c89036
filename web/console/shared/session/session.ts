import { useSyncExternalStore } from 'react';
import { eraseDrafts } from './drafts';
import { clearStorage, dropTokens, readTokens, type Tokens, writeTokens } from './storage';
import { type Operator, readToken } from './token';

/** The session state; pending until storage has been read. */
export type Session =
  | { status: 'pending' }
  | { status: 'out' }
  | { status: 'in'; operator: Operator };

let current: Session = { status: 'pending' };
// Survives the session: a page may render once more after logout.
let operator: Operator | null = null;
const listeners = new Set<() => void>();

function become(next: Session) {
  // Keeps the object identity if nothing changed, to avoid a re-render after each refresh.
  if (JSON.stringify(next) === JSON.stringify(current)) return;
  current = next;
  if (next.status === 'in') operator = next.operator;
  for (const listener of listeners) listener();
}

/** The current session. */
export const getSession = () => current;

/** Subscribes to changes of the session. */
export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current session as a hook. */
export const useSession = () => useSyncExternalStore(onSession, getSession);

/** The signed-in operator; only below the session guard. */
export function useOperator(): Operator {
  useSession();
  if (!operator) throw new Error('useOperator outside of a session');
  return operator;
}

/** Reads the session from storage: on start, sign-in, refresh, and changes in another tab. */
export function adoptStored() {
  const tokens = readTokens();
  const token = tokens && readToken(tokens.access);
  if (tokens && !token) dropTokens(); // unreadable or unknown role: signed out
  become(token ? { status: 'in', operator: token.operator } : { status: 'out' });
}

/** Starts a session; false if the token's role has no access to the console. */
export function startSession(tokens: Tokens): boolean {
  if (!readToken(tokens.access)) {
    endSession();
    return false;
  }
  writeTokens(tokens);
  adoptStored();
  return true;
}

/** Ends the session locally. */
export function endSession() {
  dropTokens();
  become({ status: 'out' });
}

/** Ends the session and erases its data in the browser. */
export function eraseSession() {
  clearStorage();
  void eraseDrafts();
  become({ status: 'out' });
}
