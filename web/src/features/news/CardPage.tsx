import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { History } from '../../shared/history/History';
import { Neighbours } from '../../shared/list/Neighbours';
import { useOperator } from '../../shared/session/session';
import { Page } from '../../shared/ui/Page';
import { Retry } from '../../shared/ui/Retry';
import { type Card, cardQuery, historyQuery } from './api';
import { CardActions } from './CardActions';
import { CardBones } from './CardBones';
import css from './card.module.css';
import { Details } from './Details';
import { EventSection } from './EventSection';
import { broken } from './errors';
import { historyWords } from './history';
import { Standing } from './Labels';
import { chairmanList, newsList } from './list';
import { Story } from './Story';
import { SurveySection } from './SurveySection';
import { t } from './texts';

function Near({ id }: { id: string }) {
  return useOperator().chairman ? (
    <Neighbours list={chairmanList} id={id} />
  ) : (
    <Neighbours list={newsList} id={id} />
  );
}

function Whole({ card }: { card: Card }) {
  const { item } = card;
  return (
    <div className={css.card}>
      <div className={css.column}>
        <Story item={item} />
        {item.pooling && <SurveySection survey={item.pooling} />}
        {item.event && <EventSection event={item.event} news={item.uuidNews} />}
      </div>
      <div className={css.column}>
        <CardActions key={item.uuidNews} card={card} />
        <Details item={item} />
        <History query={historyQuery(item.uuidNews)} words={historyWords} />
      </div>
    </div>
  );
}

/** /news/{uuidNews}: the card of a news item. */
export function CardPage() {
  const { uuidNews = '' } = useParams({ strict: false });
  const search = useSearch({ strict: false });
  const { options } = useRouter();
  const { data: card, error, refetch, isFetching } = useQuery(cardQuery(uuidNews));
  return (
    <Page
      title={t.card.title}
      back={`/news${options.stringifySearch?.(search) ?? ''}`}
      status={card && <Standing item={card.item} />}
      actions={<Near id={uuidNews} />}
      wide
    >
      {card && <Whole card={card} />}
      {!card && !error && <CardBones />}
      {!card && error && (
        <Retry error={error} errors={broken(t.errors.load)} onRetry={refetch} busy={isFetching} />
      )}
    </Page>
  );
}
