import { Button, Tooltip } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { notifyDone } from '../../shared/notice/notices';
import { ReasonDialog } from '../../shared/reason/ReasonDialog';
import { Message } from '../../shared/ui/Message';
import { type Card, useMove } from './api';
import css from './card.module.css';
import { type Mode, modes } from './mode';
import { fullName } from './rules';
import { t } from './texts';

type Props = { card: Card; mode: Mode };

function Reason({ card }: { card: Card }) {
  const { status, statusReason } = card.student;
  if (!statusReason || (status !== 'blocked' && status !== 'rejected')) return null;
  return (
    <Message tone={status === 'blocked' ? 'red' : 'grey'} title={t.card.reason[status]}>
      {statusReason}
    </Message>
  );
}

type Asked = { close: () => void } & Props;

function BlockDialog({ card, close }: Asked) {
  const move = useMove();
  const block = (reason: string) =>
    move.mutate(
      { card, to: 'blocked', reason },
      { onSuccess: () => notifyDone(t.done.blocked), onSettled: close },
    );
  return (
    <ReasonDialog
      title={t.blocking.title}
      text={t.blocking.text(fullName(card.student.studentInfo))}
      presets={t.blocking.presets}
      confirm={t.actions.block}
      busy={move.isPending}
      onSubmit={block}
      onCancel={close}
    />
  );
}

// Decided applications are left behind: back to the list as it was (spec §4).
function useBackToList() {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  return () => void navigate({ to: modes.applications.list.path, search });
}

function RejectDialog({ card, close }: Asked) {
  const move = useMove();
  const leave = useBackToList();
  const rejected = () => {
    notifyDone(t.done.rejected);
    leave();
  };
  return (
    <ReasonDialog
      title={t.rejecting.title}
      text={t.rejecting.text(fullName(card.student.studentInfo))}
      presets={t.rejecting.presets}
      confirm={t.actions.reject}
      busy={move.isPending}
      onSubmit={(reason) =>
        move.mutate({ card, to: 'rejected', reason }, { onSuccess: rejected, onError: close })
      }
      onCancel={close}
    />
  );
}

function Decide({ card, ask }: { card: Card; ask: () => void }) {
  const move = useMove();
  const leave = useBackToList();
  const approved = () => {
    notifyDone(t.done.approved);
    leave();
  };
  const rejected = card.student.status === 'rejected';
  return (
    <>
      <Button
        loading={move.isPending}
        onClick={() => move.mutate({ card, to: 'active' }, { onSuccess: approved })}
      >
        {t.actions.approve}
      </Button>
      <Tooltip label={t.actions.alreadyRejected} disabled={!rejected}>
        <Button
          variant="default"
          data-danger={!rejected || undefined}
          disabled={rejected || move.isPending}
          onClick={ask}
        >
          {t.actions.reject}
        </Button>
      </Tooltip>
    </>
  );
}

function Unblock({ card }: { card: Card }) {
  const move = useMove();
  const unblock = () =>
    move.mutate({ card, to: 'active' }, { onSuccess: () => notifyDone(t.done.unblocked) });
  return (
    <Button variant="default" loading={move.isPending} onClick={unblock}>
      {t.actions.unblock}
    </Button>
  );
}

/** What can be done with a student as he stands, and why he stands so. */
export function CardActions({ card, mode }: Props) {
  const search = useSearch({ strict: false });
  const [asked, setAsked] = useState<'block' | 'reject' | null>(null);
  const close = () => setAsked(null);
  const { status, uuidUser } = card.student;
  return (
    <div className={css.actions}>
      <Reason card={card} />
      {(status === 'moderation' || status === 'rejected') && (
        <Decide card={card} ask={() => setAsked('reject')} />
      )}
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
      {status === 'active' && (
        <Button variant="default" data-danger onClick={() => setAsked('block')}>
          {t.actions.block}
        </Button>
      )}
      {status === 'blocked' && <Unblock card={card} />}
      {asked === 'block' && <BlockDialog card={card} mode={mode} close={close} />}
      {asked === 'reject' && <RejectDialog card={card} mode={mode} close={close} />}
    </div>
  );
}
