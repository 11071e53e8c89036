import { IconTicketOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { links } from '../../shared/links';
import { Button } from '../../shared/ui/Button';
import { Empty } from '../../shared/ui/Empty';
import { Feed } from '../../shared/ui/Feed';
import { type Promotion, PromotionLink } from '../../shared/ui/PromotionLink';
import { Screen } from '../../shared/ui/Screen';
import { Skeleton } from '../../shared/ui/Skeleton';
import { useCameFrom } from '../../shared/way';
import { promotionsQuery } from './api';
import { t } from './texts';

/** All promotions. */
export function PromotionsScreen() {
  const back = useCameFrom(links.offers);
  const [, go] = useLocation();
  const query = useInfiniteQuery(promotionsQuery);
  return (
    <Screen title={t.all.title} lead={t.all.lead} back={back} wide onPull={query.refetch}>
      <Feed<Promotion>
        query={query}
        keyOf={({ id }) => id}
        skeleton={<Skeleton bars={[88, 88, 88, 88]} />}
        empty={
          <Empty
            icon={<IconTicketOff size={40} stroke={1.75} />}
            title={t.all.empty}
            text={t.all.emptyText}
          >
            <Button onClick={() => go(links.offers)}>{t.ways.offers}</Button>
          </Empty>
        }
      >
        {(promotion) => <PromotionLink promotion={promotion} withPartner />}
      </Feed>
    </Screen>
  );
}
