import { useQuery } from '@tanstack/react-query';
import { History } from '../../shared/history/History';
import { newsLinks } from '../../shared/links/news';
import { useListLink, usePageParams } from '../../shared/links/usePage';
import { Neighbours } from '../../shared/list/Neighbours';
import { useOperator } from '../../shared/session/session';
import { CardLayout } from '../../shared/ui/CardLayout';
import { Loaded } from '../../shared/ui/Loaded';
import { Page } from '../../shared/ui/Page';
import { cardQuery, historyQuery } from './api';
import { CardActions, Reason } from './CardActions';
import { CardSkeleton } from './CardSkeleton';
import { Details } from './Details';
import { EventSection } from './EventSection';
import { serverErrors } from './errors';
import { historyWords } from './history';
import { NewsBadge } from './Labels';
import { chairmanList, newsList } from './list';
import { Story } from './Story';
import { SurveySection } from './SurveySection';
import { t } from './texts';
import type { Card } from './wire';

function NewsNeighbours({ id }: { id: string }) {
  return useOperator().chairman ? (
    <Neighbours list={chairmanList} id={id} />
  ) : (
    <Neighbours list={newsList} id={id} />
  );
}

function CardContent({ card }: { card: Card }) {
  const { item } = card;
  return (
    <CardLayout
      end={
        <>
          <Reason card={card} />
          <Details item={item} />
        </>
      }
      history={<History query={historyQuery(item.uuidNews)} words={historyWords} />}
    >
      <Story item={item} />
      {item.pooling && <SurveySection survey={item.pooling} />}
      {item.event && <EventSection event={item.event} uuidNews={item.uuidNews} />}
    </CardLayout>
  );
}

/** /news/{uuidNews}: the card of a news item. */
export function CardPage() {
  const { uuidNews } = usePageParams(newsLinks.card);
  const back = useListLink(newsLinks.list());
  const query = useQuery(cardQuery(uuidNews));
  return (
    <Page
      title={query.data?.item.title ?? t.card.one}
      back={back}
      status={query.data && <NewsBadge item={query.data.item} />}
      neighbours={<NewsNeighbours id={uuidNews} />}
      actions={query.data && <CardActions key={uuidNews} card={query.data} />}
      wide="card"
    >
      <Loaded query={query} skeleton={<CardSkeleton />} errors={serverErrors(t.errors.load)}>
        {(card) => <CardContent card={card} />}
      </Loaded>
    </Page>
  );
}
