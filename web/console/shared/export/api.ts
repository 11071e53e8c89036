import { answer } from '../../../kit/api/answer';
import { http } from '../api/client';
import type { components } from '../api/schema.gen';
import type { TaskState } from '../task/tasks';

/** One of the operator's exports. */
export type Export = components['schemas']['ExportsExportWire'];

/** The state of an export. */
export const readExport = (uuidExport: string, signal?: AbortSignal) =>
  answer(http.GET('/v1/exports/{uuidExport}', { params: { path: { uuidExport } }, signal }));

const statuses = {
  waiting: 'uploading',
  running: 'uploading',
  done: 'uploaded',
  failed: 'error',
} as const;

/** The state of an export for its notice; null once the operator has cancelled it. */
export async function checkExport(uuidExport: string): Promise<TaskState | null> {
  const { status, link, progress } = await readExport(uuidExport);
  return status === 'cancelled' ? null : { status: statuses[status], link, progress };
}

/** Repeats an export; resolves to the new one. */
export const repeatExport = async (uuidExport: string) =>
  (await answer(http.POST('/v1/exports/{uuidExport}/repeat', { params: { path: { uuidExport } } })))
    .uuidExport;
