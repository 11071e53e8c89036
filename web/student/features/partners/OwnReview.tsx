import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { byField, inWords } from '../../shared/api/words';
import { Button } from '../../shared/ui/Button';
import { overLimit, TextArea } from '../../shared/ui/Field';
import { Note } from '../../shared/ui/Note';
import { Sheet } from '../../shared/ui/Sheet';
import { useTyped } from '../../shared/useTyped';
import css from './OwnReview.module.css';
import { type OwnReview as Own, ownReviewQuery, useReview } from './reviews';
import { Stars, StarsField } from './Stars';
import { t } from './texts';

const longest = 2000; // characters

type Draft = { rating: number; text: string };

type FormProps = {
  partner: string;
  draft: Draft;
  onChange: (draft: Draft | undefined) => void;
  onClose: () => void;
};

function ReviewForm({ partner, draft, onChange, onClose }: FormProps) {
  const [isChecked, setChecked] = useState(false);
  const send = useReview(partner);
  const { rating, text } = draft;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (rating === 0 || !text.trim() || overLimit(text, longest)) return;
    const done = () => {
      onChange(undefined);
      onClose();
    };
    send.mutate({ rating, text: text.trim() }, { onSuccess: done });
  };
  const refused = byField(send.error);
  return (
    <Sheet title={t.own.title} onClose={onClose}>
      <form className={css.form} onSubmit={submit} noValidate>
        <StarsField
          value={rating}
          onChange={(chosen) => onChange({ rating: chosen, text })}
          error={isChecked && rating === 0 ? t.own.ratingError : refused.rating}
        />
        <TextArea
          label={t.own.text}
          value={text}
          limit={longest}
          hint={t.own.hint}
          onChange={(typed) => onChange({ rating, text: typed })}
          error={isChecked && !text.trim() ? t.own.textError : refused.text}
        />
        {send.error && !refused.text && !refused.rating && (
          <Note tone="red" alert>
            {inWords(send.error)}
          </Note>
        )}
        <Button type="submit" busy={send.isPending}>
          {t.own.send}
        </Button>
      </form>
    </Sheet>
  );
}

function Sent({ own, onChange }: { own: Own; onChange: () => void }) {
  const { status, rating, text } = own;
  return (
    <div className={css.own} data-status={status}>
      <div className={css.head}>
        <h3>{t.mine}</h3>
        <Stars rating={rating} />
      </div>
      <p className={css.text}>{text}</p>
      <p className={css.status}>{t.own[status]}</p>
      {status !== 'public' && (
        <Button look="quiet" onClick={onChange}>
          {status === 'rejected' ? t.own.rewrite : t.own.change}
        </Button>
      )}
    </div>
  );
}

/** The student's own review: write it, edit it while it waits, see why it is final. What was typed survives closing the sheet. */
export function OwnReview({ partner }: { partner: string }) {
  const { data: own } = useQuery(ownReviewQuery(partner, true));
  const [draft, setDraft] = useTyped<Draft>(`review/${partner}`);
  const [isOpen, setOpen] = useState(false);
  if (own === undefined) return null;
  const shown = draft ?? { rating: own?.rating ?? 0, text: own?.text ?? '' };
  return (
    <>
      {own ? (
        <Sent own={own} onChange={() => setOpen(true)} />
      ) : (
        <Button look="quiet" onClick={() => setOpen(true)}>
          {t.own.write}
        </Button>
      )}
      {isOpen && (
        <ReviewForm
          partner={partner}
          draft={shown}
          onChange={setDraft}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
