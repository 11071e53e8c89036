import { Button, Tooltip } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { notifyDone } from '../../shared/notice/notices';
import { ReasonDialog } from '../../shared/reason/ReasonDialog';
import { afterDecision } from '../../shared/reason/reason';
import { type Card, useMove } from './api';
import css from './card.module.css';
import { type Mode, modes } from './mode';
import { fullName, tones } from './rules';
import { t } from './texts';

function Reason({ card }: { card: Card }) {
  const { status, statusReason } = card.student;
  if (!statusReason || (status !== 'blocked' && status !== 'rejected')) return null;
  return (
    <div className={css.reason} data-tone={tones[status]}>
      <p className={css.reasonTitle}>{t.card.reason[status]}</p>
      {statusReason}
    </div>
  );
}

// The decisions live here and not in the buttons: a button is gone as soon as the card has changed.
function useDecisions(card: Card) {
  const move = useMove();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  // Decided applications are left behind: back to the list as it was (spec §4).
  // The reason was sent: nothing is left to ask for.
  const leave = () =>
    void navigate({ to: modes.applications.list.path, search, ignoreBlocker: true });
  const told = (text: string, then?: () => void) => () => {
    notifyDone(text);
    then?.();
  };
  return {
    busy: move.isPending,
    unblock: () => move.mutate({ card, to: 'active' }, { onSuccess: told(t.done.unblocked) }),
    approve: () => move.mutate({ card, to: 'active' }, { onSuccess: told(t.done.approved, leave) }),
    block: (reason: string, close: () => void) =>
      move.mutate({ card, to: 'blocked', reason }, afterDecision(told(t.done.blocked), close)),
    reject: (reason: string, close: () => void) =>
      move.mutate(
        { card, to: 'rejected', reason },
        afterDecision(told(t.done.rejected, leave), close),
      ),
  };
}

type Decisions = ReturnType<typeof useDecisions>;
type Asked = 'block' | 'reject';
type ButtonsProps = { card: Card; decide: Decisions; ask: (what: Asked) => void };

function DecideButtons({ card, decide, ask }: ButtonsProps) {
  const rejected = card.student.status === 'rejected';
  return (
    <>
      <Button loading={decide.busy} onClick={decide.approve}>
        {t.actions.approve}
      </Button>
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
    </>
  );
}

function StatusButtons({ card, decide, ask }: ButtonsProps) {
  if (card.student.status === 'blocked') {
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

/** What can be done with a student as he stands, and why he stands so. */
export function CardActions({ card, mode }: { card: Card; mode: Mode }) {
  const search = useSearch({ strict: false });
  const decide = useDecisions(card);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const { status, uuidUser, studentInfo } = card.student;
  const applied = status === 'moderation' || status === 'rejected';
  const words = asked === 'reject' ? t.rejecting : t.blocking;
  return (
    <div className={css.actions}>
      <Reason card={card} />
      {applied && <DecideButtons card={card} decide={decide} ask={setAsked} />}
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link
            {...props}
            to={`${mode.path}/${uuidUser}/edit`}
            search={search}
            state={{ fromCard: true }}
          />
        )}
      >
        {t.actions.edit}
      </Button>
      {!applied && <StatusButtons card={card} decide={decide} ask={setAsked} />}
      {asked && (
        <ReasonDialog
          title={words.title}
          text={words.text(fullName(studentInfo))}
          presets={words.presets}
          confirm={t.actions[asked]}
          busy={decide.busy}
          onSubmit={(reason) => decide[asked](reason, close)}
          onCancel={close}
        />
      )}
    </div>
  );
}
