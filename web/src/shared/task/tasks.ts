import { useSyncExternalStore } from 'react';
import { asProblem, unreachable } from '../api/problem';
import { getSession, onSession } from '../session/session';

/** How often a running task is asked after (spec §9). */
const pollEvery = 2000;

/** How long the notice of a downloaded file stands (spec §9). */
const hideAfter = 3000;

/** How long the notice of a failure stands (spec §9). */
const failedFor = 5000;

/** A link to a file lives for a quarter of an hour: an unused one is renewed before. */
const renewEvery = 600_000;

// A server that cannot be reached for a moment does not fail the task. Time without a network does not count.
const patience = 5;

/** Words of a task. */
type TaskTexts = {
  title: string;
  preparing: string;
  ready: string;
  download: string;
  failed: string;
  failedText: string;
};

/** What the server says of a task. */
export type TaskState = {
  status: 'uploading' | 'uploaded' | 'error';
  link: string | null;
  /** Percent. */
  progress: number;
};

/** Work of the server that ends in a file. It outlives the page that started it. */
export type Task = TaskState & { id: number; kind: string; texts: TaskTexts };

type Job = {
  /** What sort of task: a page may want to know that one is running. */
  kind: string;
  texts: TaskTexts;
  /** Starts it and gives its name. */
  start: () => Promise<string>;
  check: (name: string) => Promise<TaskState>;
};

let list: readonly Task[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function become(next: readonly Task[]) {
  list = next;
  for (const listener of listeners) listener();
}

/** The tasks that stand now. */
export const getTasks = () => list;

/** Takes a task's notice away. The work on the server goes on. */
export const dropTask = (id: number) => become(list.filter((task) => task.id !== id));

const update = (id: number, state: Partial<TaskState>) =>
  become(list.map((task) => (task.id === id ? { ...task, ...state } : task)));

const stands = (id: number) => list.some((task) => task.id === id);

/** The file is being downloaded: its notice has done its work. */
export const taskDownloaded = (id: number) => void setTimeout(() => dropTask(id), hideAfter);

function fail(id: number) {
  update(id, { status: 'error' });
  setTimeout(() => dropTask(id), failedFor);
}

function mayPass(thrown: unknown) {
  const { status } = asProblem(thrown);
  return status === unreachable || status >= 500;
}

async function poll(id: number, job: Job, name: string, failures = 0): Promise<void> {
  if (!stands(id)) return;
  try {
    const state = await job.check(name);
    if (state.status === 'error') return fail(id);
    update(id, state);
    const pause = state.status === 'uploaded' ? renewEvery : pollEvery;
    setTimeout(() => poll(id, job, name), pause);
  } catch (thrown) {
    const counted = failures + Number(navigator.onLine);
    if (!mayPass(thrown) || counted >= patience) return fail(id);
    setTimeout(() => poll(id, job, name, counted), pollEvery);
  }
}

/** Starts a task and follows it until its file is ready, wherever the operator goes meanwhile. */
export async function runTask(job: Job): Promise<void> {
  lastId += 1;
  const id = lastId;
  const { kind, texts } = job;
  become([...list, { id, kind, texts, status: 'uploading', link: null, progress: 0 }]);
  try {
    const name = await job.start();
    setTimeout(() => poll(id, job, name), pollEvery);
  } catch {
    fail(id);
  }
}

// Files are for whoever asked for them: the next operator on this machine sees nothing of them.
onSession(() => {
  if (getSession().status !== 'in' && list.length > 0) become([]);
});

/** The tasks inside a component. */
export const useTasks = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, getTasks);
