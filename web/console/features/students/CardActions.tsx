import { Button, Tooltip } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { may } from '../../shared/access/area';
import { applicationLinks } from '../../shared/links/applications';
import { useUrlSearch } from '../../shared/links/usePage';
import { usePresets } from '../../shared/reason/presets';
import { ReasonDialog } from '../../shared/reason/ReasonDialog';
import { afterDecision } from '../../shared/reason/reason';
import { useOperator } from '../../shared/session/session';
import { FormButton } from '../../shared/ui/FormButton';
import { lazily } from '../../shared/ui/lazily';
import { useUndo } from '../../shared/undo/useUndo';
import { undoDecision, useMove } from './api';
import type { Mode } from './mode';
import { RejectDialog } from './RejectDialog';
import { type Correctable, fullName } from './rules';
import { t } from './texts';
import type { Card } from './wire';

// Rarely opened, and its fields would be most of the code of a card.
const MoveDialog = lazily(() => import('./MoveDialog').then((file) => file.MoveDialog));

// The mutation lives here, not in the buttons: they unmount as soon as the card changes.
function useDecisions(card: Card) {
  const move = useMove();
  const navigate = useNavigate();
  const search = useUrlSearch();
  // After a decision about an application, back to the list as it was (rules 6.3). The reason dialog is still open
  // and must not ask about unsaved text.
  const leave = () => void navigate({ to: applicationLinks.list(), search, ignoreBlocker: true });
  const offerUndo = useUndo('students');
  const { uuidUser } = card.student;
  const notify = (text: string, then?: () => void) => () => {
    offerUndo(text, () => undoDecision({ uuidUser }));
    then?.();
  };
  return {
    busy: move.isPending,
    unblock: () => move.mutate({ card, to: 'active' }, { onSuccess: notify(t.done.unblocked) }),
    approve: () =>
      move.mutate({ card, to: 'active' }, { onSuccess: notify(t.done.approved, leave) }),
    block: (reason: string, close: () => void) =>
      move.mutate({ card, to: 'blocked', reason }, afterDecision(notify(t.done.blocked), close)),
    reject: (reason: string, fields: Correctable[], close: () => void) =>
      move.mutate(
        { card, to: 'rejected', reason, fields },
        afterDecision(notify(t.done.rejected, leave), close),
      ),
  };
}

type Decisions = ReturnType<typeof useDecisions>;
type Asked = 'block' | 'reject';
type Ask = (what: Asked) => void;

function ApproveButton({ decide }: { decide: Decisions }) {
  return (
    <Button data-main loading={decide.busy} onClick={decide.approve}>
      {t.actions.approve}
    </Button>
  );
}

function RejectButton(props: { rejected: boolean; decide: Decisions; ask: Ask }) {
  const { rejected, decide, ask } = props;
  return (
    <Tooltip label={t.actions.alreadyRejected} disabled={!rejected}>
      <Button
        variant="default"
        data-danger={!rejected || undefined}
        disabled={rejected || decide.busy}
        onClick={() => ask('reject')}
      >
        {t.actions.reject}
      </Button>
    </Tooltip>
  );
}

function BlockButton(props: { blocked: boolean; decide: Decisions; ask: Ask }) {
  const { blocked, decide, ask } = props;
  if (blocked) {
    return (
      <Button variant="default" loading={decide.busy} onClick={decide.unblock}>
        {t.actions.unblock}
      </Button>
    );
  }
  return (
    <Button variant="default" data-danger onClick={() => ask('block')}>
      {t.actions.block}
    </Button>
  );
}

/** The actions that a student's status allows. */
export function CardActions({ card, mode }: { card: Card; mode: Mode }) {
  const decide = useDecisions(card);
  const [asked, setAsked] = useState<Asked | 'move' | null>(null);
  const blocks = usePresets('student-block', t.blocking.presets);
  const rejections = usePresets('application-reject', t.rejecting.presets);
  const mayMove = may(useOperator(), 'catalogues');
  const close = () => setAsked(null);
  const { status, uuidUser, studentInfo } = card.student;
  const applied = status === 'moderation' || status === 'rejected';
  const name = fullName(studentInfo);
  return (
    <>
      {applied && <ApproveButton decide={decide} />}
      <FormButton to={mode.links.edit({ uuidUser })}>{t.actions.edit}</FormButton>
      {mayMove && (
        <Button variant="default" onClick={() => setAsked('move')}>
          {t.actions.move}
        </Button>
      )}
      {applied ? (
        <RejectButton rejected={status === 'rejected'} decide={decide} ask={setAsked} />
      ) : (
        <BlockButton blocked={status === 'blocked'} decide={decide} ask={setAsked} />
      )}
      {asked === 'move' && <MoveDialog card={card} close={close} />}
      {asked === 'reject' && (
        <RejectDialog
          draft={`students/${uuidUser}/reject`}
          title={t.rejecting.title}
          text={t.rejecting.text(name)}
          presets={rejections}
          busy={decide.busy}
          onSubmit={(reason, fields) => decide.reject(reason, fields, close)}
          onCancel={close}
        />
      )}
      {asked === 'block' && (
        <ReasonDialog
          draft={`students/${uuidUser}/block`}
          title={t.blocking.title}
          text={t.blocking.text(name)}
          presets={blocks}
          confirm={t.actions.block}
          busy={decide.busy}
          onSubmit={(reason) => decide.block(reason, close)}
          onCancel={close}
        />
      )}
    </>
  );
}
