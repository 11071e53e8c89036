import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { onContact } from './api/client';

/**
 * Follows the connection: a phone reports a network when it has a bar of signal or no server behind
 * it, so a call without an answer counts too. Queries are refetched when the server answers again.
 */
export function watchConnection() {
  onlineManager.setOnline(navigator.onLine);
  onContact((isReached) => onlineManager.setOnline(isReached && navigator.onLine));
}

/** Whether there is a network and the server has answered the last call. */
export const useOnline = () =>
  useSyncExternalStore(onlineManager.subscribe, () => onlineManager.isOnline());
