import { Button } from '@mantine/core';
import { useState } from 'react';
import { partnerLinks } from '../../../shared/links/partners';
import { notifyDone } from '../../../shared/notice/notices';
import { usePresets } from '../../../shared/reason/presets';
import { ReasonDialog } from '../../../shared/reason/ReasonDialog';
import { afterDecision } from '../../../shared/reason/reason';
import { FormButton } from '../../../shared/ui/FormButton';
import { useMove } from '../api';
import { t } from '../texts';
import type { Card } from '../wire';

/** Edit, block and unblock. */
export function CardActions({ card }: { card: Card }) {
  const { uuidPartner, name, status } = card.partner;
  const move = useMove();
  const presets = usePresets('partner-block', t.blocking.presets);
  const [asked, setAsked] = useState(false);
  const block = (reason: string) =>
    move.mutate(
      { card, reason },
      afterDecision(
        () => notifyDone(t.done.blocked),
        () => setAsked(false),
      ),
    );
  // No confirmation: one click undoes it (rules 21.7).
  const unblock = () =>
    move.mutate({ card, reason: null }, { onSuccess: () => notifyDone(t.done.unblocked) });
  return (
    <>
      <FormButton to={partnerLinks.edit({ uuidPartner })}>{t.actions.edit}</FormButton>
      {status === 'blocked' ? (
        <Button variant="default" loading={move.isPending} onClick={unblock}>
          {t.actions.unblock}
        </Button>
      ) : (
        <Button variant="default" data-danger onClick={() => setAsked(true)}>
          {t.actions.block}
        </Button>
      )}
      {asked && (
        <ReasonDialog
          draft={`partners/${uuidPartner}/block`}
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
