import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { SelectionProps } from '../../shared/list/define';
import { usePresets } from '../../shared/reason/presets';
import { afterDecision } from '../../shared/reason/reason';
import { lazily } from '../../shared/ui/lazily';
import { useUndo } from '../../shared/undo/useUndo';
import { type Chosen, undoDecision, useDecideChosen } from './api';
import type { Correctable } from './rules';
import { t } from './texts';
import type { Row } from './wire';

// Fixed when the dialog opens: a refetch of the list must not change what the operator confirms.
type Asked = { what: 'approve' | 'reject'; chosen: Chosen; count: number };

function useDecisions(close: () => void, clear: () => void) {
  const decide = useDecideChosen();
  const offerUndo = useUndo('applications');
  const finish = (words: (count: number) => string) => ({
    onSuccess: ({ decided, uuidDecision }: { decided: number; uuidDecision: string }) => {
      offerUndo(words(decided), () => undoDecision({ uuidDecision }));
      close();
      clear();
    },
    onError: afterDecision(() => undefined, close).onError,
  });
  return {
    busy: decide.isPending,
    approve: ({ chosen }: Asked) =>
      decide.mutate({ chosen, to: 'active' }, { ...finish(t.many.approved), onError: close }),
    reject: ({ chosen }: Asked, reason: string, fields: Correctable[]) =>
      decide.mutate({ chosen, to: 'rejected', reason, fields }, finish(t.many.rejected)),
  };
}

// Lazy: lists come without dialogs and the parts of forms. The first selection loads this one.
const ConfirmDialog = lazily(() =>
  import('../../shared/ui/ConfirmDialog').then((file) => file.ConfirmDialog),
);
const RejectDialog = lazily(() => import('./RejectDialog').then((file) => file.RejectDialog));

/** The decisions about selected applications. They stay selected after a failure. */
export function SelectionActions({ ids, allFound, query, total, clear }: SelectionProps<Row>) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  useEffect(() => void ConfirmDialog.preload(), []);
  const decide = useDecisions(close, clear);
  const rejections = usePresets('application-reject', t.rejecting.presets);
  const ask = (what: Asked['what']) => {
    const chosen = allFound ? { filter: query.body, expected: total } : { uuidUsers: [...ids] };
    setAsked({ what, chosen, count: allFound ? total : ids.length });
  };
  return (
    <>
      <Button size="compact-sm" onClick={() => ask('approve')}>
        {t.actions.approve}
      </Button>
      <Button variant="default" size="compact-sm" data-danger onClick={() => ask('reject')}>
        {t.actions.reject}
      </Button>
      {asked?.what === 'approve' && (
        <ConfirmDialog
          title={t.many.approving}
          text={t.many.approvingText(asked.count)}
          confirm={t.actions.approve}
          busy={decide.busy}
          onConfirm={() => decide.approve(asked)}
          onCancel={close}
        />
      )}
      {asked?.what === 'reject' && (
        <RejectDialog
          draft="applications/selection/reject"
          title={t.many.rejecting}
          text={t.many.rejectingText(asked.count)}
          presets={rejections}
          busy={decide.busy}
          onSubmit={(reason, fields) => decide.reject(asked, reason, fields)}
          onCancel={close}
        />
      )}
    </>
  );
}
