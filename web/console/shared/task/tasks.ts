import { useSyncExternalStore } from 'react';
import { asProblem, unreachable } from '../../../kit/api/problem';
import { inWords } from '../notice/catalogue';
import { getSession, onSession } from '../session/session';

/** Poll interval of a running task, ms. */
const pollEvery = 2000;

/** How long the notice of a downloaded file is shown, ms. */
const hideAfter = 3000;

/** How long the notice of a failure is shown, ms. */
const failedFor = 5000;

/** File links expire after 15 minutes: an unused one is renewed before that. */
const renewEvery = 600_000;

// Failed polls in a row before the task fails. Time offline does not count.
const patience = 5;

/** Texts of a task. */
type TaskTexts = {
  title: string;
  preparing: string;
  ready: string;
  download: string;
  failed: string;
  failedText: string;
  /** The title when the server has refused to begin; the reason is its own. */
  refused: string;
};

/** The state of a task on the server. */
export type TaskState = {
  status: 'uploading' | 'uploaded' | 'error';
  link: string | null;
  /** Percent. */
  progress: number;
};

/** A server job that produces a file. It survives leaving the page. */
export type Task = TaskState & { id: number; kind: string; texts: TaskTexts };

type Job = {
  /** Lets a page find its running task. */
  kind: string;
  texts: TaskTexts;
  /** Starts the job and returns its id. */
  start: () => Promise<string>;
  /** Null: somebody has ended the job, and the notice goes. */
  check: (name: string) => Promise<TaskState | null>;
};

let list: readonly Task[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function become(next: readonly Task[]) {
  list = next;
  for (const listener of listeners) listener();
}

/** The current tasks. */
export const getTasks = () => list;

/** Dismisses a task's notice; the job continues. */
export const dropTask = (id: number) => become(list.filter((task) => task.id !== id));

const update = (id: number, state: Partial<Task>) =>
  become(list.map((task) => (task.id === id ? { ...task, ...state } : task)));

const isListed = (id: number) => list.some((task) => task.id === id);

/** Called on download: dismisses the notice soon. */
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
  if (!isListed(id)) return;
  try {
    const state = await job.check(name);
    if (state === null) return dropTask(id);
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

/** Starts a task and polls it until the file is ready, across pages. */
export async function runTask(job: Job): Promise<void> {
  lastId += 1;
  const id = lastId;
  const { kind, texts } = job;
  become([...list, { id, kind, texts, status: 'uploading', link: null, progress: 0 }]);
  try {
    const name = await job.start();
    setTimeout(() => poll(id, job, name), pollEvery);
  } catch (thrown) {
    const problem = asProblem(thrown);
    const { status, detail } = problem;
    const reason = status === unreachable ? inWords(problem).text : !mayPass(thrown) && detail;
    if (reason) update(id, { texts: { ...texts, failed: texts.refused, failedText: reason } });
    fail(id);
  }
}

// The next operator on this machine must not see these files.
onSession(() => {
  if (getSession().status !== 'in' && list.length > 0) become([]);
});

/** The current tasks as a hook. */
export const useTasks = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, getTasks);
