import { useQuery } from '@tanstack/react-query';
import { formatDay } from '../../../kit/format/day';
import { History } from '../../shared/history/History';
import { reviewLinks } from '../../shared/links/reviews';
import { useListLink, usePageParams } from '../../shared/links/usePage';
import { Neighbours } from '../../shared/list/Neighbours';
import { CardLayout } from '../../shared/ui/CardLayout';
import { Loaded } from '../../shared/ui/Loaded';
import { Page } from '../../shared/ui/Page';
import { SectionSkeleton } from '../../shared/ui/SectionSkeleton';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import { AnswerSection } from './answer/AnswerSection';
import { cardQuery, historyQuery } from './api';
import { CardActions } from './CardActions';
import { historyWords } from './history';
import { reviewsList } from './list';
import { ReviewSection } from './ReviewSection';
import { standingOf } from './rules';
import { StudentPanel } from './StudentPanel';
import { t } from './texts';

function CardSkeleton() {
  return (
    <CardLayout loading end={<SectionSkeleton pairs={7} />}>
      <SectionSkeleton lines={3} />
      <SectionSkeleton lines={1} />
    </CardLayout>
  );
}

/** /feedback/{uuidComment}: a review, its answer and its student. */
export function CardPage() {
  const { uuidComment } = usePageParams(reviewLinks.card);
  const back = useListLink(reviewLinks.list());
  const query = useQuery(cardQuery(uuidComment));
  const review = query.data?.review;
  const standing = review && standingOf(review);
  return (
    <Page
      title={
        review ? t.card.title(review.partnerName, formatDay(review.createdAt)) : t.card.loading
      }
      back={back}
      status={standing && <StatusBadge tone={standing.tone}>{standing.text}</StatusBadge>}
      neighbours={<Neighbours list={reviewsList} id={uuidComment} />}
      actions={query.data && <CardActions key={uuidComment} card={query.data} />}
      wide="card"
    >
      <Loaded query={query} skeleton={<CardSkeleton />}>
        {(card) => (
          <CardLayout
            end={<StudentPanel student={card.review.studentInfo} />}
            history={<History query={historyQuery(uuidComment)} words={historyWords} />}
          >
            <ReviewSection card={card} />
            <AnswerSection key={uuidComment} card={card} />
          </CardLayout>
        )}
      </Loaded>
    </Page>
  );
}
