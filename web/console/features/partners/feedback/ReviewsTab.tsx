import { ActionIcon, Tooltip } from '@mantine/core';
import { IconHeart, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { common } from '../../../shared/texts';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { Loaded } from '../../../shared/ui/Loaded';
import { RemoveDialog } from '../../../shared/ui/RemoveDialog';
import { Shapes } from '../../../shared/ui/SectionSkeleton';
import { StatusBadge, type StatusTone } from '../../../shared/ui/StatusBadge';
import { t } from '../texts';
import type { Partner, Review } from '../wire';
import { reviewsQuery, useDeleteReview } from './api';
import { Feedback, type Line } from './Feedback';
import css from './reviews.module.css';

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

type MarksProps = { review: Review; isBlocked: boolean };

// Students do not see the reviews of a blocked partner.
function Marks({ review: { commentInfo }, isBlocked }: MarksProps) {
  const { rating, status } = commentInfo;
  const isHidden = isBlocked && status === 'public';
  return (
    <>
      <span className={css.rating} role="img" aria-label={t.reviews.rating(rating)}>
        <IconStarFilled className={css.star} size={14} aria-hidden />
        {rating}
      </span>
      <StatusBadge tone={isHidden ? 'grey' : tones[status]}>
        {isHidden ? t.reviews.hidden : t.reviews.statuses[status]}
      </StatusBadge>
    </>
  );
}

function Likes({ count }: { count: number }) {
  return (
    <span className={css.likes} role="img" aria-label={t.reviews.likesOf(count)}>
      <IconHeart size={iconSize.sm} stroke={iconStroke} aria-hidden />
      {count}
    </span>
  );
}

function DeleteButton({ review, onClick }: { review: Review; onClick: () => void }) {
  return (
    <Tooltip label={common.delete}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t.reviews.removeOf(nameOf(review))}
        onClick={onClick}
      >
        <IconTrash size={iconSize.md} stroke={iconStroke} />
      </ActionIcon>
    </Tooltip>
  );
}

type LineProps = MarksProps & { askToDelete: (review: Review) => void };

const lineOf = ({ review, isBlocked, askToDelete }: LineProps): Line => {
  const { uuidComment, comment, createdAt, likes: count } = review.commentInfo;
  return {
    id: uuidComment,
    author: review.userCommentInfo,
    marks: <Marks review={review} isBlocked={isBlocked} />,
    text: comment,
    at: createdAt,
    extra: [
      <Likes key="likes" count={count} />,
      <DeleteButton key="delete" review={review} onClick={() => askToDelete(review)} />,
    ],
  };
};

/** The reviews of a partner. */
export function ReviewsTab({ partner }: { partner: Pick<Partner, 'uuidPartner' | 'status'> }) {
  const query = useInfiniteQuery(reviewsQuery(partner.uuidPartner));
  const isBlocked = partner.status === 'blocked';
  const remove = useDeleteReview();
  const [asked, setAsked] = useState<Review | null>(null);
  return (
    <Loaded query={query} skeleton={<Shapes rows={5} />}>
      {({ pages }) => (
        <>
          <Feedback
            label={t.tabs.reviews}
            empty={t.reviews.empty}
            headers={headers}
            lines={pages
              .flatMap(({ rows }) => rows)
              .map((review) => lineOf({ review, isBlocked, askToDelete: setAsked }))}
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
      )}
    </Loaded>
  );
}
