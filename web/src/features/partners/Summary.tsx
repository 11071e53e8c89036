import { Button } from '@mantine/core';
import { IconBuildingStore, IconStarFilled } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { notifyDone } from '../../shared/notice/notices';
import { ReasonDialog } from '../../shared/reason/ReasonDialog';
import { afterDecision } from '../../shared/reason/reason';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { Section } from '../../shared/ui/Section';
import { type Card, type Partner, useMove } from './api';
import css from './card.module.css';
import { showRating } from './rules';
import { t } from './texts';

function Logo({ partner: { logo, name } }: { partner: Partner }) {
  if (logo) return <img className={css.logo} src={logo} alt={t.card.logo(name)} />;
  return (
    <div className={css.logo} role="img" aria-label={t.card.noLogo}>
      <IconBuildingStore size={48} stroke={iconStroke} aria-hidden />
    </div>
  );
}

function Rating({ rating }: { rating: number | null }) {
  if (rating === null) return <p className={css.rating}>{t.card.noRating}</p>;
  return (
    <p className={css.rating}>
      <IconStarFilled className={css.star} size={iconSize.lg} aria-hidden />
      <strong>{showRating(rating)}</strong>
      {t.card.rating.toLowerCase()}
    </p>
  );
}

function Actions({ card }: { card: Card }) {
  const { uuidPartner, name, status } = card.partner;
  const search = useSearch({ strict: false });
  const move = useMove();
  const [asked, setAsked] = useState(false);
  const block = (reason: string) =>
    move.mutate(
      { card, reason },
      afterDecision(
        () => notifyDone(t.done.blocked),
        () => setAsked(false),
      ),
    );
  // One click takes it back, so that it is not asked for (design.md).
  const unblock = () =>
    move.mutate({ card, reason: null }, { onSuccess: () => notifyDone(t.done.unblocked) });
  return (
    <div className={css.actions}>
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link
            {...props}
            to={`/partners/card/${uuidPartner}/edit`}
            search={search}
            state={{ fromCard: true }}
          />
        )}
      >
        {t.actions.edit}
      </Button>
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
          title={t.blocking.title}
          text={t.blocking.text(name)}
          presets={t.blocking.presets}
          confirm={t.actions.block}
          busy={move.isPending}
          onSubmit={block}
          onCancel={() => setAsked(false)}
        />
      )}
    </div>
  );
}

/** Logo, rating, and what can be done with a partner as it stands. */
export function Summary({ card }: { card: Card }) {
  const { status, reasonBlocked, rating } = card.partner;
  return (
    <Section title={t.card.title}>
      <Logo partner={card.partner} />
      <Rating rating={rating} />
      {status === 'blocked' && reasonBlocked && (
        <div className={css.reason}>
          <p className={css.reasonTitle}>{t.card.reason}</p>
          {reasonBlocked}
        </div>
      )}
      <Actions card={card} />
    </Section>
  );
}
