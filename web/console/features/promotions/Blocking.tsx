import { type ReactNode, useState } from 'react';
import { notifyDone } from '../../shared/notice/notices';
import { usePresets } from '../../shared/reason/presets';
import { ReasonDialog } from '../../shared/reason/ReasonDialog';
import { afterDecision } from '../../shared/reason/reason';
import { useMove } from './api';
import { t } from './texts';
import type { Row } from './wire';

type Props = {
  of: Pick<Row, 'uuidStock' | 'name' | 'status'>;
  /** Of the open card; the list has none. */
  version?: string;
  /** Renders the button. */
  children: (press: () => void, busy: boolean) => ReactNode;
};

/** Blocks a promotion after asking for a reason, or unblocks it at once (rules 8.1). Used in the list and on the card. */
export function Blocking({ of, version, children }: Props) {
  const { uuidStock, name, status } = of;
  const move = useMove();
  const presets = usePresets('promotion-block', t.blocking.presets);
  const [asked, setAsked] = useState(false);
  const block = (reason: string) =>
    move.mutate(
      { uuidStock, version, reason },
      afterDecision(
        () => notifyDone(t.done.blocked),
        () => setAsked(false),
      ),
    );
  // No confirmation: one click undoes it (rules 21.7).
  const unblock = () =>
    move.mutate(
      { uuidStock, version, reason: null },
      { onSuccess: () => notifyDone(t.done.unblocked) },
    );
  return (
    <>
      {children(status === 'active' ? () => setAsked(true) : unblock, move.isPending)}
      {asked && (
        <ReasonDialog
          draft={`promotions/${uuidStock}/block`}
          title={t.blocking.title}
          text={t.blocking.text(name)}
          presets={presets}
          confirm={t.actions.block}
          busy={move.isPending}
          onSubmit={block}
          onCancel={() => setAsked(false)}
        />
      )}
    </>
  );
}
