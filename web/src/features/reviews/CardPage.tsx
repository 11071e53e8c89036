import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { History } from '../../shared/history/History';
import { Neighbours } from '../../shared/list/Neighbours';
import { common } from '../../shared/texts';
import { Page } from '../../shared/ui/Page';
import { Retry } from '../../shared/ui/Retry';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import { AnswerSection } from './AnswerSection';
import { cardQuery, historyQuery } from './api';
import { historyWords } from './history';
import { reviewsList } from './list';
import { ReviewSection } from './ReviewSection';
import css from './reviews.module.css';
import { dayOf, tones } from './rules';
import { StudentPanel } from './StudentPanel';
import { t } from './texts';

function Bones() {
  return (
    <div className={css.card} role="status" aria-busy="true" aria-label={common.loading}>
      <div className={css.column}>
        <Skeleton height={220} />
        <Skeleton height={140} />
      </div>
      <Skeleton height={420} />
    </div>
  );
}

/** /feedback/{id}: a review, its answer and its student. */
export function CardPage() {
  const { uuidComment = '' } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const { options } = useRouter();
  const { data: card, error, refetch, isFetching } = useQuery(cardQuery(uuidComment));
  const review = card?.review;
  return (
    <Page
      title={review ? t.card.title(review.partnerName, dayOf(review.createdAt)) : t.card.loading}
      back={`${reviewsList.path}${options.stringifySearch?.(search) ?? ''}`}
      status={
        review && <StatusBadge tone={tones[review.status]}>{t.statuses[review.status]}</StatusBadge>
      }
      actions={<Neighbours list={reviewsList} id={uuidComment} />}
      wide
    >
      {card && (
        <div className={css.card}>
          <div className={css.column}>
            <ReviewSection card={card} />
            <AnswerSection key={uuidComment} card={card} />
            <History query={historyQuery(uuidComment)} words={historyWords} />
          </div>
          <StudentPanel student={card.review.studentInfo} />
        </div>
      )}
      {!card && !error && <Bones />}
      {!card && error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
    </Page>
  );
}
