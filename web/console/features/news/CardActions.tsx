import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { newsLinks } from '../../shared/links/news';
import { useUrlSearch } from '../../shared/links/usePage';
import { notifyDone } from '../../shared/notice/notices';
import { ReasonDialog } from '../../shared/reason/ReasonDialog';
import { afterDecision } from '../../shared/reason/reason';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog';
import { FormButton } from '../../shared/ui/FormButton';
import { useDelete, useMove } from './api';
import css from './card.module.css';
import { t } from './texts';
import type { Approval, Card } from './wire';

/** Why an item was declined. */
export function Reason({ card }: { card: Card }) {
  const { approve, reasonDeclined, canEdit, canModerate } = card.item;
  if (approve !== 'declined' || !reasonDeclined) return null;
  return (
    <div className={css.reason} data-tone="grey">
      <p className={css.reasonTitle}>{t.card.declined}</p>
      <p>{reasonDeclined}</p>
      {/* An edit by the chairman is not moderated again (rules 9.5). */}
      {canEdit && !canModerate && <p className={css.reasonHint}>{t.card.declinedHint}</p>}
    </div>
  );
}

// The mutations live here, not in the buttons: a button unmounts as soon as the card changes.
function useDecisions(card: Card, close: () => void) {
  const move = useMove();
  const remove = useDelete();
  const navigate = useNavigate();
  const search = useUrlSearch();
  const to = (approve: Approval, text: string, reason?: string) =>
    move.mutate(
      { card, to: approve, reason },
      afterDecision(() => notifyDone(text), close),
    );
  const leave = () => {
    notifyDone(t.done.deleted);
    void navigate({ to: newsLinks.list(), search, replace: true });
  };
  return {
    busy: move.isPending || remove.isPending,
    publish: () => to('approved', t.done.published),
    decline: (reason: string) => to('declined', t.done.declined, reason),
    block: () => to('blocked', t.done.blocked),
    unblock: (back: Approval) =>
      to(back, back === 'wait' ? t.done.unblockedWait : t.done.unblocked),
    remove: () => remove.mutate(card, { onSuccess: leave, onError: close }),
  };
}

type Decisions = ReturnType<typeof useDecisions>;
type Asked = 'decline' | 'block' | 'delete';
type ButtonsProps = { card: Card; decide: Decisions; ask: (what: Asked) => void };

// The server lists the moves that this operator may make (rules 9.4).
function MoveButtons({ card, decide, ask }: ButtonsProps) {
  const { approve, moves } = card.item;
  const blocked = approve === 'blocked';
  const back = blocked ? moves[0] : undefined;
  return (
    <>
      {!blocked && moves.includes('approved') && (
        <Button data-main loading={decide.busy} onClick={decide.publish}>
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
    </>
  );
}

type QuestionProps = { asked: Asked; card: Card; decide: Decisions; close: () => void };

function Question({ asked, card, decide, close }: QuestionProps) {
  const { uuidNews, title, typeNews, hasPooling, hasEvent } = card.item;
  const dialog = { busy: decide.busy, onCancel: close };
  if (asked === 'decline') {
    return (
      <ReasonDialog
        {...dialog}
        draft={`news/${uuidNews}/decline`}
        title={t.declining.title}
        text={t.declining.text(title)}
        presets={t.declining.presets}
        confirm={t.actions.decline}
        onSubmit={decide.decline}
      />
    );
  }
  const blocks = asked === 'block';
  const texts = blocks ? t.blocking : t.deleting;
  const more = blocks
    ? typeNews === 'federal' && t.blocking.forever
    : (hasPooling || hasEvent) && t.deleting.parts;
  return (
    <ConfirmDialog
      {...dialog}
      danger
      title={texts.title}
      text={[texts.text(title), more].filter(Boolean).join(' ')}
      confirm={t.actions[asked]}
      onConfirm={blocks ? decide.block : decide.remove}
    />
  );
}

/** The actions of an item. */
export function CardActions({ card }: { card: Card }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  const decide = useDecisions(card, close);
  const { uuidNews, canEdit, moves } = card.item;
  return (
    <>
      <MoveButtons card={card} decide={decide} ask={setAsked} />
      {canEdit && <FormButton to={newsLinks.edit({ uuidNews })}>{t.actions.edit}</FormButton>}
      {moves.includes('blocked') && (
        <Button
          variant="default"
          data-danger
          disabled={decide.busy}
          onClick={() => setAsked('block')}
        >
          {t.actions.block}
        </Button>
      )}
      {canEdit && (
        <Button variant="default" data-danger onClick={() => setAsked('delete')}>
          {t.actions.delete}
        </Button>
      )}
      {asked && <Question asked={asked} card={card} decide={decide} close={close} />}
    </>
  );
}
