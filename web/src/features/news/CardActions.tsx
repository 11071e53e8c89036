import { Button } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { notifyDone } from '../../shared/notice/notices';
import { ReasonDialog } from '../../shared/reason/ReasonDialog';
import { afterDecision } from '../../shared/reason/reason';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog';
import { type Approval, type Card, useDelete, useMove } from './api';
import css from './card.module.css';
import { t } from './texts';

function Reason({ card }: { card: Card }) {
  const { approve, reasonDeclined, canEdit, canModerate } = card.item;
  if (approve !== 'declined' || !reasonDeclined) return null;
  return (
    <div className={css.reason}>
      <p className={css.reasonTitle}>{t.card.declined}</p>
      <p>{reasonDeclined}</p>
      {/* What the chairman changes himself is not moderated again (contract §4). */}
      {canEdit && !canModerate && <p className={css.reasonHint}>{t.card.declinedHint}</p>}
    </div>
  );
}

// The decisions live here and not in the buttons: a button is gone as soon as the card has changed.
function useDecisions(card: Card, close: () => void) {
  const move = useMove();
  const remove = useDelete();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const to = (approve: Approval, text: string, reason?: string) =>
    move.mutate(
      { card, to: approve, reason },
      afterDecision(() => notifyDone(text), close),
    );
  const gone = () => {
    notifyDone(t.done.deleted);
    void navigate({ to: '/news', search, replace: true });
  };
  return {
    busy: move.isPending || remove.isPending,
    publish: () => to('approved', t.done.published),
    decline: (reason: string) => to('declined', t.done.declined, reason),
    block: () => to('blocked', t.done.blocked),
    unblock: (back: Approval) =>
      to(back, back === 'wait' ? t.done.unblockedWait : t.done.unblocked),
    remove: () => remove.mutate(card, { onSuccess: gone, onError: close }),
  };
}

type Decisions = ReturnType<typeof useDecisions>;
type Asked = 'decline' | 'block' | 'delete';
type ButtonsProps = { card: Card; decide: Decisions; ask: (what: Asked) => void };

// What the server says that this operator may do with the item now (part 2 §4, contract §4).
function MoveButtons({ card, decide, ask }: ButtonsProps) {
  const { approve, moves } = card.item;
  const blocked = approve === 'blocked';
  const back = blocked ? moves[0] : undefined;
  return (
    <>
      {!blocked && moves.includes('approved') && (
        <Button loading={decide.busy} onClick={decide.publish}>
          {t.actions.publish}
        </Button>
      )}
      {moves.includes('declined') && (
        <Button variant="default" disabled={decide.busy} onClick={() => ask('decline')}>
          {t.actions.decline}
        </Button>
      )}
      {back && (
        <Button variant="default" loading={decide.busy} onClick={() => decide.unblock(back)}>
          {t.actions.unblock}
        </Button>
      )}
      {moves.includes('blocked') && (
        <Button variant="default" data-danger disabled={decide.busy} onClick={() => ask('block')}>
          {t.actions.block}
        </Button>
      )}
    </>
  );
}

type QuestionProps = { asked: Asked; card: Card; decide: Decisions; close: () => void };

function Question({ asked, card, decide, close }: QuestionProps) {
  const { title, typeNews, hasPooling, hasEvent } = card.item;
  const given = { busy: decide.busy, onCancel: close };
  if (asked === 'decline') {
    return (
      <ReasonDialog
        {...given}
        title={t.declining.title}
        text={t.declining.text(title)}
        presets={t.declining.presets}
        confirm={t.actions.decline}
        onSubmit={decide.decline}
      />
    );
  }
  const blocks = asked === 'block';
  const words = blocks ? t.blocking : t.deleting;
  const more = blocks
    ? typeNews === 'federal' && t.blocking.forever
    : (hasPooling || hasEvent) && t.deleting.parts;
  return (
    <ConfirmDialog
      {...given}
      danger
      title={words.title}
      text={[words.text(title), more].filter(Boolean).join(' ')}
      confirm={t.actions[asked]}
      onConfirm={blocks ? decide.block : decide.remove}
    />
  );
}

/** What can be done with an item as it stands, and why it stands so. */
export function CardActions({ card }: { card: Card }) {
  const search = useSearch({ strict: false });
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const decide = useDecisions(card, close);
  const { uuidNews, canEdit, moves, approve, reasonDeclined } = card.item;
  if (!canEdit && moves.length === 0 && !(approve === 'declined' && reasonDeclined)) return null;
  return (
    <div className={css.story}>
      <div className={css.actions}>
        <Reason card={card} />
        <MoveButtons card={card} decide={decide} ask={setAsked} />
        {canEdit && (
          <>
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link
                  {...props}
                  to={`/news/${uuidNews}/edit`}
                  search={search}
                  state={{ fromCard: true }}
                />
              )}
            >
              {t.actions.edit}
            </Button>
            <Button variant="default" data-danger onClick={() => setAsked('delete')}>
              {t.actions.delete}
            </Button>
          </>
        )}
      </div>
      {asked && <Question asked={asked} card={card} decide={decide} close={close} />}
    </div>
  );
}
