import { Button } from '@mantine/core';
import { useState } from 'react';
import { notifyDone } from '../../shared/notice/notices';
import { ReasonDialog } from '../../shared/reason/ReasonDialog';
import { afterDecision } from '../../shared/reason/reason';
import { useResetFactor, useSetStatus } from './api';
import { RightsDialog } from './RightsDialog';
import { fullName } from './rules';
import { t } from './texts';
import type { Card } from './wire';

type Asked = 'rights' | 'block' | 'factor' | null;
type DialogProps = { card: Card; close: () => void };

function BlockDialog({ card, close }: DialogProps) {
  const status = useSetStatus();
  const done = () => notifyDone(t.done.blocked);
  return (
    <ReasonDialog
      draft={`operator/${card.operator.uuidOperator}`}
      title={t.block.title}
      text={t.block.text(fullName(card.operator))}
      presets={t.block.presets}
      confirm={t.actions.block}
      busy={status.isPending}
      onSubmit={(reason) =>
        status.mutate({ card, status: 'blocked', reason }, afterDecision(done, close))
      }
      onCancel={close}
    />
  );
}

function FactorDialog({ card, close }: DialogProps) {
  const reset = useResetFactor();
  const done = () => notifyDone(t.done.factor);
  return (
    <ReasonDialog
      draft={`factor/${card.operator.uuidOperator}`}
      title={t.resetFactor.title}
      text={t.resetFactor.text(fullName(card.operator))}
      presets={t.resetFactor.presets}
      confirm={t.resetFactor.confirm}
      busy={reset.isPending}
      onSubmit={(reason) => reset.mutate({ card, reason }, afterDecision(done, close))}
      onCancel={close}
    />
  );
}

/** What an administrator may do with an account. */
export function CardActions({ card }: { card: Card }) {
  const { hasFactor, status } = card.operator;
  const [asked, setAsked] = useState<Asked>(null);
  const unblock = useSetStatus();
  const close = () => setAsked(null);
  return (
    <>
      <Button variant="default" onClick={() => setAsked('rights')}>
        {t.actions.rights}
      </Button>
      {hasFactor && (
        <Button variant="default" onClick={() => setAsked('factor')}>
          {t.actions.resetFactor}
        </Button>
      )}
      {status === 'active' ? (
        <Button variant="default" data-danger onClick={() => setAsked('block')}>
          {t.actions.block}
        </Button>
      ) : (
        <Button
          loading={unblock.isPending}
          onClick={() =>
            unblock.mutate(
              { card, status: 'active' },
              { onSuccess: () => notifyDone(t.done.unblocked) },
            )
          }
        >
          {t.actions.unblock}
        </Button>
      )}
      {asked === 'rights' && <RightsDialog card={card} close={close} />}
      {asked === 'block' && <BlockDialog card={card} close={close} />}
      {asked === 'factor' && <FactorDialog card={card} close={close} />}
    </>
  );
}
