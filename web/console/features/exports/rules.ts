import type { Export } from '../../shared/export/api';
import type { StatusTone } from '../../shared/ui/StatusBadge';

/** Whether the file is still to come. */
export const isOpen = ({ status }: Export) => status === 'waiting' || status === 'running';

/** What an export is for its operator: the file of a finished one is there, gone, or was given at once. */
export function stateOf({ status, link, isGiven }: Export) {
  if (status !== 'done' || link !== null) return status;
  return isGiven ? 'given' : 'gone';
}

/** Colours of the states. */
export const tones: Readonly<Record<ReturnType<typeof stateOf>, StatusTone>> = {
  waiting: 'grey',
  running: 'grey',
  done: 'green',
  failed: 'red',
  cancelled: 'grey',
  gone: 'grey',
  given: 'green',
};
