import { IconThumbUp, IconThumbUpFilled } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useStanding } from '../../shared/api/member';
import { links } from '../../shared/links';
import { dayOf } from '../../shared/moment';
import { t as common } from '../../shared/texts';
import { Button } from '../../shared/ui/Button';
import { Feed } from '../../shared/ui/Feed';
import { firstClick } from '../../shared/ui/firstClick';
import { Skeleton } from '../../shared/ui/Skeleton';
import type { Partner } from './api';
import { Complaint } from './Complaint';
import { OwnReview } from './OwnReview';
import css from './Reviews.module.css';
import { type Review, reviewsQuery, useLike } from './reviews';
import { Section } from './Section';
import { Stars } from './Stars';
import { t } from './texts';

type LikeProps = { partner: string; review: Review; isAllowed: boolean };

function Like({ partner, review, isAllowed }: LikeProps) {
  const like = useLike(partner, review);
  const { isLiked, likes, isMine } = review;
  const Icon = isLiked ? IconThumbUpFilled : IconThumbUp;
  if (!isAllowed || isMine) return likes > 0 ? <p className={css.likes}>{likes}</p> : null;
  return (
    <>
      <button
        type="button"
        className={css.like}
        aria-pressed={isLiked}
        onClick={firstClick(() => like.mutate(!isLiked))}
      >
        <Icon size={20} aria-hidden="true" />
        {t.like}
        {likes > 0 && <span>{likes}</span>}
      </button>
      {like.error && (
        <p role="alert" className={css.note}>
          {t.likeFailed}
        </p>
      )}
    </>
  );
}

function ReviewCard({ partner, review, isAllowed }: LikeProps) {
  const { author, rating, text, createdAt, answer, isMine } = review;
  return (
    <article className={css.review}>
      <header className={css.head}>
        <h3>{isMine ? t.mine : author}</h3>
        <time dateTime={createdAt}>{dayOf(createdAt)}</time>
      </header>
      <Stars rating={rating} />
      {text && <p className={css.text}>{text}</p>}
      {answer && (
        <div className={css.answer}>
          <strong>{t.answer}</strong>
          <p>{answer.text}</p>
        </div>
      )}
      <Like partner={partner} review={review} isAllowed={isAllowed} />
    </article>
  );
}

/** Reviews: the own one, those of others, and the complaint form. */
export function Reviews({ partner: { id } }: { partner: Partner }) {
  const standing = useStanding();
  const [, go] = useLocation();
  const query = useInfiniteQuery(reviewsQuery(id, standing !== 'guest'));
  const isActive = standing === 'active';
  return (
    <Section title={t.reviews}>
      {standing === 'guest' ? (
        <>
          <p className={css.note}>{t.reviewsClosed}</p>
          <Button look="quiet" onClick={() => go(links.home)}>
            {common.signIn}
          </Button>
        </>
      ) : (
        <>
          {isActive ? <OwnReview partner={id} /> : <p className={css.note}>{t.own.onlyActive}</p>}
          <Feed<Review>
            query={query}
            keyOf={(review) => review.id}
            skeleton={<Skeleton bars={[120, 120]} />}
            empty={<p className={css.note}>{t.noReviews}</p>}
          >
            {(review) => <ReviewCard partner={id} review={review} isAllowed={isActive} />}
          </Feed>
        </>
      )}
      {isActive && <Complaint partner={id} />}
    </Section>
  );
}
