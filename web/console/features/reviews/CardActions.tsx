import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { reviewLinks } from '../../shared/links/reviews';
import { useUrlSearch } from '../../shared/links/usePage';
import { notifyDone } from '../../shared/notice/notices';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog';
import { useUndo } from '../../shared/undo/useUndo';
import { undoDecision, useDelete, useMove } from './api';
import { fullName, offers } from './rules';
import { t } from './texts';
import type { Card } from './wire';

function DeleteDialog({ card, close }: { card: Card; close: () => void }) {
  const remove = useDelete();
  const navigate = useNavigate();
  const search = useUrlSearch();
  const leave = () => {
    notifyDone(t.card.deleted);
    void navigate({ to: reviewLinks.list(), search, replace: true });
  };
  return (
    <ConfirmDialog
      title={t.card.deleting.title}
      text={t.card.deleting.text(fullName(card.review.studentInfo))}
      confirm={t.actions.delete}
      danger
      busy={remove.isPending}
      onCancel={close}
      onConfirm={() => remove.mutate(card, { onSuccess: leave, onError: close })}
    />
  );
}

/** The decisions about a review, and its deletion. The mutation lives here: a button unmounts as soon as the card changes. */
export function CardActions({ card }: { card: Card }) {
  const move = useMove();
  const offerUndo = useUndo('reviews');
  const undo = () => undoDecision({ uuidComment: card.review.uuid });
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      {offers[card.review.status].map(({ to, word, done }) => (
        <Button
          key={word}
          variant={to === 'public' ? 'filled' : 'default'}
          data-main={to === 'public' || undefined}
          loading={move.isPending && move.variables.to === to}
          disabled={move.isPending}
          onClick={() => move.mutate({ card, to }, { onSuccess: () => offerUndo(done, undo) })}
        >
          {word}
        </Button>
      ))}
      <Button variant="default" data-danger onClick={() => setDeleting(true)}>
        {t.actions.delete}
      </Button>
      {deleting && <DeleteDialog card={card} close={() => setDeleting(false)} />}
    </>
  );
}
