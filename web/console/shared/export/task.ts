import { runTask } from '../task/tasks';
import { checkExport } from './api';
import { t } from './texts';

type Start = {
  /** The list, as it is called in the menu. */
  list: string;
  /** Lets the list's button find its running export. */
  kind: string;
  /** Begins the export and resolves to its id. */
  start: () => Promise<string>;
};

/** Begins an export; its notice shows the progress and the file on every page. */
export const runExport = ({ list, kind, start }: Start) =>
  runTask({ kind, texts: { ...t, title: t.title(list) }, start, check: checkExport });
