import { useQuery } from '@tanstack/react-query';
import { History } from '../../../shared/history/History';
import { promotionLinks } from '../../../shared/links/promotions';
import { useListLink, usePageParams } from '../../../shared/links/usePage';
import { Neighbours } from '../../../shared/list/Neighbours';
import { CardLayout } from '../../../shared/ui/CardLayout';
import { Loaded } from '../../../shared/ui/Loaded';
import { Page } from '../../../shared/ui/Page';
import { SectionSkeleton } from '../../../shared/ui/SectionSkeleton';
import { cardQuery, historyQuery } from '../api';
import { Codes } from '../codes/Codes';
import { promotionsList } from '../list';
import { PromotionBadge } from '../PromotionBadge';
import { t } from '../texts';
import { CardActions } from './CardActions';
import { Details, Facts } from './Details';
import { historyWords } from './history';
import { Partner } from './Partner';

function CardSkeleton() {
  return (
    <CardLayout loading end={<SectionSkeleton pairs={6} />}>
      <SectionSkeleton lines={8} />
      <SectionSkeleton lines={3} />
    </CardLayout>
  );
}

/** /promotions/card/{uuidStock}. */
export function CardPage() {
  const { uuidStock } = usePageParams(promotionLinks.card);
  const back = useListLink(promotionLinks.list());
  const query = useQuery(cardQuery(uuidStock));
  const promotion = query.data?.promotion;
  return (
    <Page
      title={promotion?.name ?? t.card.one}
      back={back}
      status={promotion && <PromotionBadge of={promotion} />}
      neighbours={<Neighbours list={promotionsList} id={uuidStock} />}
      actions={query.data && <CardActions key={uuidStock} card={query.data} />}
      wide="card"
    >
      <Loaded query={query} skeleton={<CardSkeleton />}>
        {(card) => (
          <CardLayout
            end={
              <>
                <Partner promotion={card.promotion} />
                <Facts promotion={card.promotion} />
              </>
            }
            history={<History query={historyQuery(uuidStock)} words={historyWords} />}
          >
            <Codes key={uuidStock} uuidStock={uuidStock} dateEnd={card.promotion.dateEnd} />
            <Details promotion={card.promotion} />
          </CardLayout>
        )}
      </Loaded>
    </Page>
  );
}
