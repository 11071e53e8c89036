import { useQueryClient } from '@tanstack/react-query';
import type { Area } from '../access/access.gen';
import { conflictText } from '../api/areaChange';
import { invalidateArea } from '../api/effects';
import { notifyDone, notifyProblem, notifyWithAction } from '../notice/notices';
import { t } from './texts';

/** What the server has taken back. */
type Undone = { undone: number; skipped: number };

/**
 * Announces a decision and offers to take it back. The call does not belong to the screen, which may be gone by then: after
 * a decision the operator is on the list, or on the next card.
 */
export function useUndo(area: Area) {
  const client = useQueryClient();
  return (title: string, send: () => Promise<Undone>) => {
    const run = async () => {
      try {
        const { undone, skipped } = await send();
        notifyDone(t.undone, skipped > 0 ? t.partly(undone, skipped) : undefined);
      } catch (thrown) {
        notifyProblem(thrown, conflictText);
      }
      await invalidateArea(client, area);
    };
    notifyWithAction(title, { label: t.undo, run: () => void run() });
  };
}
