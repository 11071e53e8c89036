import { useSyncExternalStore } from 'react';
import { asProblem, isAbort } from '../api/problem';
import { type ErrorTexts, inWords } from './catalogue';

/** A popup notification. */
export type Notice = { id: number; tone: 'error' | 'success'; title: string; text?: string };

/** How long a notification stands (spec §9). */
export const noticeTime = 5000;

/** At most so many stand at once; a new one drops the oldest (spec §9). */
export const noticeLimit = 4;

let list: readonly Notice[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function become(next: readonly Notice[]) {
  list = next;
  for (const listener of listeners) listener();
}

function add(notice: Omit<Notice, 'id'>) {
  lastId += 1;
  become([...list.slice(1 - noticeLimit), { ...notice, id: lastId }]);
}

/** The notifications that stand now, the oldest first. */
export const getNotices = () => list;

/** Takes a notification away. */
export const dismiss = (id: number) => become(list.filter((notice) => notice.id !== id));

/** Takes all away: the next operator must not read them. */
export const dismissAll = () => become([]);

/** Tells that something worked. */
export const notifyDone = (title: string, text?: string) => add({ tone: 'success', title, text });

/** Tells of a failure in the words of the catalogue; what was cancelled is none. */
export const notifyProblem = (thrown: unknown, own?: ErrorTexts) => {
  if (!isAbort(thrown)) add({ tone: 'error', ...inWords(asProblem(thrown), own) });
};

/** The notifications inside a component. */
export const useNotices = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, getNotices);
