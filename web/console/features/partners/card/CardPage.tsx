import { useQuery } from '@tanstack/react-query';
import { LeaveGuard } from '../../../shared/form/LeaveGuard';
import { History } from '../../../shared/history/History';
import { partnerLinks } from '../../../shared/links/partners';
import { tabParam } from '../../../shared/links/tab';
import { useListLink, usePageParams } from '../../../shared/links/usePage';
import { Neighbours } from '../../../shared/list/Neighbours';
import { CardLayout } from '../../../shared/ui/CardLayout';
import { Loaded } from '../../../shared/ui/Loaded';
import { Page } from '../../../shared/ui/Page';
import { SectionSkeleton } from '../../../shared/ui/SectionSkeleton';
import { StatusBadge } from '../../../shared/ui/StatusBadge';
import { type Tab, UrlTabs } from '../../../shared/ui/UrlTabs';
import { cardQuery, historyQuery } from '../api';
import { partnersList } from '../list';
import { usePhotoQueue } from '../photos/usePhotoQueue';
import { missingOf, tones } from '../rules';
import { t } from '../texts';
import type { Partner } from '../wire';
import { CardActions } from './CardActions';
import { Details } from './Details';
import { historyWords } from './history';
import { Summary } from './Summary';
import { tabsOf } from './tabs';

/** A tab from another area. The route file passes it in, because features do not import each other. */
export type ExtraTab = (partner: Partner) => Tab;

function CardSkeleton() {
  return (
    <CardLayout loading start={<SectionSkeleton picture />}>
      <SectionSkeleton pairs={9} />
      <SectionSkeleton lines={4} />
    </CardLayout>
  );
}

type TabsProps = { partner: Partner; extraTabs: readonly ExtraTab[] };

function CardTabs({ partner, extraTabs }: TabsProps) {
  const queue = usePhotoQueue();
  return (
    <>
      <UrlTabs
        label={t.card.tabs}
        tabs={tabsOf(
          partner,
          queue,
          extraTabs.map((tab) => tab(partner)),
        )}
      />
      <LeaveGuard active={queue.sending !== null} text={t.photos.leave} />
    </>
  );
}

function CardPage({ extraTabs }: { extraTabs: readonly ExtraTab[] }) {
  const { uuidPartner } = usePageParams(partnerLinks.card);
  const back = useListLink(partnerLinks.list(), { without: tabParam });
  const query = useQuery(cardQuery(uuidPartner));
  const partner = query.data?.partner;
  const missing = partner && missingOf(partner);
  const title = partner?.name ?? t.card.one;
  return (
    <Page
      title={missing ? t.card.warning(title, missing) : title}
      warns={Boolean(missing)}
      back={back}
      status={
        partner && (
          <StatusBadge tone={tones[partner.status]}>{t.statuses[partner.status]}</StatusBadge>
        )
      }
      neighbours={<Neighbours list={partnersList} id={uuidPartner} />}
      actions={query.data && <CardActions key={uuidPartner} card={query.data} />}
      wide="card"
    >
      <Loaded query={query} skeleton={<CardSkeleton />}>
        {(card) => (
          <CardLayout
            start={<Summary partner={card.partner} />}
            below={<CardTabs key={uuidPartner} partner={card.partner} extraTabs={extraTabs} />}
            history={<History query={historyQuery(uuidPartner)} words={historyWords} />}
          >
            <Details partner={card.partner} />
          </CardLayout>
        )}
      </Loaded>
    </Page>
  );
}

/** /partners/card/{uuidPartner}: the card of a partner, with tabs of other areas. */
export const cardPage = (...extraTabs: readonly ExtraTab[]) =>
  // biome-ignore lint/correctness/noComponentHookFactories: made once, when the route is first opened
  function PartnerCardPage() {
    return <CardPage extraTabs={extraTabs} />;
  };
