import { useSyncExternalStore } from 'react';
import { asProblem, isAbort, isUnconfirmed } from '../../../kit/api/problem';
import { type ErrorTexts, inWords } from './catalogue';

/** What a notification offers: it goes with the click. */
export type NoticeAction = { label: string; run: () => void };

/** A popup notification. */
export type Notice = {
  id: number;
  tone: 'error' | 'success';
  title: string;
  text?: string;
  action?: NoticeAction;
};

/** How long a notification is shown, ms. */
export const noticeTime = 5000;

/** How long one with an action is shown, ms: a little less than the server allows for an undo. */
export const actionTime = 115_000;

/** Maximum of visible notifications; a new one removes the oldest. */
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

/** The current notifications, oldest first. */
export const getNotices = () => list;

/** Dismisses a notification. */
export const dismiss = (id: number) => become(list.filter((notice) => notice.id !== id));

/** Dismisses all: the next operator must not read them. */
export const dismissAll = () => become([]);

/** Shows a success. */
export const notifyDone = (title: string, text?: string) => add({ tone: 'success', title, text });

/** Says that something was not done as asked, though nothing has failed. */
export const notifyRefusal = (title: string, text: string) => add({ tone: 'error', title, text });

/** Shows a success with an action. It stays long, so only the latest one is shown. */
export const notifyWithAction = (title: string, action: NoticeAction) => {
  become(list.filter((notice) => !notice.action));
  add({ tone: 'success', title, action });
};

/** Shows a failure; ignores aborted calls and a cancelled proof of identity, which the operator knows about. */
export const notifyProblem = (thrown: unknown, own?: ErrorTexts) => {
  if (!isAbort(thrown) && !isUnconfirmed(thrown))
    add({ tone: 'error', ...inWords(asProblem(thrown), own) });
};

/** The current notifications as a hook. */
export const useNotices = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, getNotices);
