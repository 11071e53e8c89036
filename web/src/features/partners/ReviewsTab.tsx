import { ActionIcon, Skeleton, Tooltip } from '@mantine/core';
import { IconHeart, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { common } from '../../shared/texts';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { RemoveDialog } from '../../shared/ui/RemoveDialog';
import { Retry } from '../../shared/ui/Retry';
import { StatusBadge, type StatusTone } from '../../shared/ui/StatusBadge';
import { Feedback } from './Feedback';
import { type Review, reviewsQuery, useDeleteReview } from './feedbackApi';
import reviews from './reviews.module.css';
import css from './tabs.module.css';
import { t } from './texts';

const tones: Record<Review['commentInfo']['status'], StatusTone> = {
  moderation: 'amber',
  public: 'green',
  rejected: 'grey',
};

const { author, text, date, likes, actions } = t.reviews;
const headers = [
  ...[author, text, date, likes].map((title) => ({ title })),
  { title: actions, hidden: true },
];

const nameOf = ({ userCommentInfo: { surname, name } }: Review) => `${surname} ${name}`.trim();

function Marks({ review: { commentInfo } }: { review: Review }) {
  const { rating, status } = commentInfo;
  return (
    <>
      <span className={reviews.rating} role="img" aria-label={t.reviews.rating(rating)}>
        <IconStarFilled className={reviews.star} size={14} aria-hidden />
        {rating}
      </span>
      <StatusBadge tone={tones[status]}>{t.reviews.statuses[status]}</StatusBadge>
    </>
  );
}

function Likes({ count }: { count: number }) {
  return (
    <span className={reviews.likes} role="img" aria-label={t.reviews.likesOf(count)}>
      <IconHeart size={iconSize.sm} stroke={iconStroke} aria-hidden />
      {count}
    </span>
  );
}

/** What students say of a partner. */
export function ReviewsTab({ uuidPartner }: { uuidPartner: string }) {
  const query = useInfiniteQuery(reviewsQuery(uuidPartner));
  const remove = useDeleteReview();
  const [asked, setAsked] = useState<Review | null>(null);
  const { data, error } = query;
  if (!data) {
    return error ? (
      <Retry error={error} onRetry={query.refetch} busy={query.isFetching} />
    ) : (
      <Skeleton height={160} />
    );
  }
  const all = data.pages.flatMap(({ rows }) => rows);
  if (all.length === 0) return <p className={css.quiet}>{t.reviews.empty}</p>;
  return (
    <>
      <Feedback
        label={t.tabs.reviews}
        headers={headers}
        lines={all.map((review) => ({
          id: review.commentInfo.uuidComment,
          author: review.userCommentInfo,
          marks: <Marks review={review} />,
          text: review.commentInfo.comment,
          at: review.commentInfo.createdAt,
          extra: [
            <Likes key="likes" count={review.commentInfo.likes} />,
            <Tooltip key="delete" label={common.delete}>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t.reviews.removeOf(nameOf(review))}
                onClick={() => setAsked(review)}
              >
                <IconTrash size={iconSize.md} stroke={iconStroke} />
              </ActionIcon>
            </Tooltip>,
          ],
        }))}
        query={query}
      />
      {asked && (
        <RemoveDialog
          title={t.reviews.removing.title}
          text={t.reviews.removing.text(nameOf(asked))}
          done={t.reviews.deleted}
          mutation={remove}
          variables={asked.commentInfo.uuidComment}
          close={() => setAsked(null)}
        />
      )}
    </>
  );
}
