import { Button } from '@mantine/core';
import { IconHeart } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { notifyDone } from '../../shared/notice/notices';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog';
import { Section } from '../../shared/ui/Section';
import { type Card, useDelete, useMove } from './api';
import css from './reviews.module.css';
import { fullName, offers } from './rules';
import { Stars } from './Stars';
import { t } from './texts';

function DeleteDialog({ card, close }: { card: Card; close: () => void }) {
  const remove = useDelete();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const gone = () => {
    notifyDone(t.card.deleted);
    void navigate({ to: '/feedbacks', search, replace: true });
  };
  return (
    <ConfirmDialog
      title={t.card.deleting.title}
      text={t.card.deleting.text(fullName(card.review.studentInfo))}
      confirm={t.actions.delete}
      danger
      busy={remove.isPending}
      onCancel={close}
      onConfirm={() => remove.mutate(card, { onSuccess: gone, onError: close })}
    />
  );
}

// The decision lives here and not in its button: the button is gone as soon as the card has changed.
function Decisions({ card }: { card: Card }) {
  const move = useMove();
  const [deleting, setDeleting] = useState(false);
  return (
    <fieldset className={css.actions} aria-label={t.actions.label}>
      {offers[card.review.status].map(({ to, word, done }) => (
        <Button
          key={word}
          variant={to === 'public' ? 'filled' : 'default'}
          loading={move.isPending && move.variables.to === to}
          disabled={move.isPending}
          onClick={() => move.mutate({ card, to }, { onSuccess: () => notifyDone(done) })}
        >
          {word}
        </Button>
      ))}
      <Button className={css.danger} variant="default" onClick={() => setDeleting(true)}>
        {t.actions.delete}
      </Button>
      {deleting && <DeleteDialog card={card} close={() => setDeleting(false)} />}
    </fieldset>
  );
}

/** What the student says, and what can be decided about it. */
export function ReviewSection({ card }: { card: Card }) {
  const { rating, comment, likes, uuidPartner } = card.review;
  return (
    <Section
      title={t.card.review}
      actions={
        <Link className={css.link} to={`/partners/card/${uuidPartner}`}>
          {t.card.partner}
        </Link>
      }
    >
      <div className={css.said}>
        <div className={css.marks}>
          <Stars rating={rating} size={20} />
          {likes > 0 && (
            <span className={css.likes} role="img" aria-label={t.card.likes(likes)}>
              <IconHeart size={iconSize.sm} stroke={iconStroke} aria-hidden />
              {likes}
            </span>
          )}
        </div>
        <p className={css.text}>{comment}</p>
      </div>
      <Decisions card={card} />
    </Section>
  );
}
