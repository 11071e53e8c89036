import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { LeaveGuard } from '../../shared/form/LeaveGuard';
import { History } from '../../shared/history/History';
import { Neighbours } from '../../shared/list/Neighbours';
import { common } from '../../shared/texts';
import { Page } from '../../shared/ui/Page';
import { Retry } from '../../shared/ui/Retry';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import { type Tab, tabParam, UrlTabs } from '../../shared/ui/UrlTabs';
import { cardQuery, historyQuery, type Partner } from './api';
import css from './card.module.css';
import { Details } from './Details';
import { historyWords } from './history';
import { partnersList } from './list';
import { missingOf, tones } from './rules';
import { Summary } from './Summary';
import { tabsOf } from './tabs';
import { t } from './texts';
import { usePhotoQueue } from './usePhotoQueue';

/** A tab that another area brings to the card: they meet in the route file. */
export type BroughtTab = (partner: Partner) => Tab;

function Bones() {
  return (
    <div className={css.card} role="status" aria-busy="true" aria-label={common.loading}>
      <Skeleton height={360} />
      <Skeleton height={360} />
    </div>
  );
}

type TabsProps = { partner: Partner; brought: readonly BroughtTab[] };

function CardTabs({ partner, brought }: TabsProps) {
  const queue = usePhotoQueue();
  const others = brought.map((tab) => tab(partner));
  return (
    <>
      <UrlTabs label={t.card.tabs} tabs={tabsOf(partner, queue, others)} />
      <LeaveGuard active={queue.sending !== null} text={t.photos.leave} />
    </>
  );
}

function CardPage({ brought }: { brought: readonly BroughtTab[] }) {
  const { uuidPartner = '' } = useParams({ strict: false });
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { options } = useRouter();
  const { data: card, error, refetch, isFetching } = useQuery(cardQuery(uuidPartner));
  const partner = card?.partner;
  const missing = partner && missingOf(partner);
  const title = partner?.name ?? t.card.title;
  const listSearch = options.stringifySearch?.({ ...search, [tabParam]: undefined }) ?? '';
  return (
    <Page
      title={missing ? t.card.warning(title, missing) : title}
      warns={Boolean(missing)}
      back={`${partnersList.path}${listSearch}`}
      status={
        partner && (
          <StatusBadge tone={tones[partner.status]}>{t.statuses[partner.status]}</StatusBadge>
        )
      }
      actions={<Neighbours list={partnersList} id={uuidPartner} />}
      wide
    >
      {card && (
        <>
          <div className={css.card}>
            <Summary card={card} />
            <Details partner={card.partner} />
          </div>
          <CardTabs key={uuidPartner} partner={card.partner} brought={brought} />
          <History query={historyQuery(uuidPartner)} words={historyWords} />
        </>
      )}
      {!card && !error && <Bones />}
      {!card && error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
    </Page>
  );
}

/** /partners/card/{uuidPartner}: the card of a partner, with the tabs that other areas bring to it. */
export const cardPage = (...brought: readonly BroughtTab[]) =>
  // biome-ignore lint/correctness/noComponentHookFactories: made once, when the route is first opened
  function PartnerCardPage() {
    return <CardPage brought={brought} />;
  };
