import { type ReactNode, useState } from 'react';
import type { Filters } from '../list/filter';
import type { ListQuery } from '../list/query';
import { useTasks } from '../task/tasks';
import { lazily } from '../ui/lazily';
import { runExport } from './task';

const PurposeDialog = lazily(() => import('./PurposeDialog').then((file) => file.PurposeDialog));

/** How a list is exported to a spreadsheet. Methods, so that a list with some filters is one with any. */
export type Exported<F extends Filters> = {
  /** Begins the export of all rows of a query and resolves to its id. */
  start(query: ListQuery<F>, purpose: string): Promise<string>;
  /** The rows are about people: the operator may say what they are for. */
  personal?: true;
};

type Listing<F extends Filters> = {
  exported: Exported<F> | undefined;
  path: string;
  title: string;
  query: ListQuery<F>;
  total: number;
};

/** What the button of an export needs; undefined if the list has none. */
export type Exporting = { run: () => void; running: boolean; empty: boolean };

/** The export of a list: its button's state, and the dialog that asks for the purpose. */
export function useExport<F extends Filters>(
  listing: Listing<F>,
): {
  exporting: Exporting | undefined;
  dialog: ReactNode;
} {
  const { exported, path, title, query, total } = listing;
  const [asking, setAsking] = useState(false);
  const running = useTasks().some(({ kind, status }) => kind === path && status === 'uploading');
  if (!exported) return { exporting: undefined, dialog: null };
  const run = (start: () => Promise<string>) => void runExport({ list: title, kind: path, start });
  const begin = async (purpose: string) => {
    const started = await exported.start(query, purpose);
    setAsking(false);
    run(() => Promise.resolve(started));
  };
  return {
    exporting: {
      run: () => (exported.personal ? setAsking(true) : run(() => exported.start(query, ''))),
      running,
      empty: total === 0,
    },
    dialog: asking && (
      <PurposeDialog list={title} onSubmit={begin} onCancel={() => setAsking(false)} />
    ),
  };
}
