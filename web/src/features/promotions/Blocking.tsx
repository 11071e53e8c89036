import { type ReactNode, useState } from 'react';
import { notifyDone } from '../../shared/notice/notices';
import { ReasonDialog } from '../../shared/reason/ReasonDialog';
import { afterDecision } from '../../shared/reason/reason';
import { type Row, useMove } from './api';
import { t } from './texts';

type Props = {
  of: Pick<Row, 'uuidStock' | 'name' | 'status'>;
  /** Of the card that is looked at; a list knows none. */
  version?: string;
  /** Draws the button. */
  children: (press: () => void, busy: boolean) => ReactNode;
};

/** Blocks an active promotion for a reason, unblocks another at once (spec §4); in the list and on the card. */
export function Blocking({ of, version, children }: Props) {
  const { uuidStock, name, status } = of;
  const move = useMove();
  const [asked, setAsked] = useState(false);
  const block = (reason: string) =>
    move.mutate(
      { uuidStock, version, reason },
      afterDecision(
        () => notifyDone(t.done.blocked),
        () => setAsked(false),
      ),
    );
  // One click takes it back, so that it is not asked for (design.md).
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
          title={t.blocking.title}
          text={t.blocking.text(name)}
          presets={t.blocking.presets}
          confirm={t.actions.block}
          busy={move.isPending}
          onSubmit={block}
          onCancel={() => setAsked(false)}
        />
      )}
    </>
  );
}
