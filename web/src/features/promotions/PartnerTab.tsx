import { Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { Message } from '../../shared/ui/Message';
import { More } from '../../shared/ui/More';
import { Retry } from '../../shared/ui/Retry';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import type { Tab } from '../../shared/ui/UrlTabs';
import { ofPartnerQuery, type Row } from './api';
import { Meter } from './Meter';
import css from './PartnerTab.module.css';
import { isOffered, showShortDays, tones } from './rules';
import { t } from './texts';

type Partner = { uuidPartner: string; countStocks: number; status: 'active' | 'blocked' };

function Tile({ promotion }: { promotion: Row }) {
  const { uuidStock, name, status, state } = promotion;
  const { usedCodesCount: used, remainingCodesCount: remaining } = promotion;
  return (
    <li className={css.tile} data-subdued={!isOffered(promotion) || undefined}>
      <Link className={css.name} to={`/promotions/card/${uuidStock}`}>
        {name}
      </Link>
      <p className={css.days}>{showShortDays(promotion)}</p>
      <div className={css.badges}>
        <StatusBadge tone={tones[status]}>{t.statuses[status]}</StatusBadge>
        <StatusBadge tone="grey">{t.states[state]}</StatusBadge>
      </div>
      <div className={css.codes}>
        <p className={css.days}>{t.codes.left(remaining)}</p>
        {used + remaining > 0 && <Meter used={used} remaining={remaining} />}
      </div>
    </li>
  );
}

function AddTile({ uuidPartner }: { uuidPartner: string }) {
  const search = useSearch({ strict: false });
  return (
    <li>
      <Link
        className={css.add}
        to={`/partners/card/${uuidPartner}/newStock`}
        search={search}
        state={{ fromCard: true }}
      >
        <IconPlus size={iconSize.lg} stroke={iconStroke} aria-hidden />
        {t.tab.add}
      </Link>
    </li>
  );
}

function PartnerPromotions({ partner }: { partner: Partner }) {
  const { uuidPartner, status } = partner;
  const query = useInfiniteQuery(ofPartnerQuery(uuidPartner));
  const { data, error } = query;
  return (
    <div className={css.tab}>
      {status === 'blocked' && <Message tone="amber">{t.partnerBlockedText}</Message>}
      <ul className={css.tiles} aria-label={t.tab.list}>
        <AddTile uuidPartner={uuidPartner} />
        {data?.pages
          .flatMap(({ rows }) => rows)
          .map((row) => (
            <Tile key={row.uuidStock} promotion={row} />
          ))}
        {!data && !error && (
          <li>
            <Skeleton height={132} />
          </li>
        )}
      </ul>
      {!data && error && <Retry error={error} onRetry={query.refetch} busy={query.isFetching} />}
      <More query={query} className={css.more}>
        {t.actions.more}
      </More>
    </div>
  );
}

/** The tab of a partner's card with its promotions (spec §2.10). */
export const promotionsTab = (partner: Partner): Tab => ({
  id: 'promotions',
  label: t.tab.label,
  count: partner.countStocks,
  panel: () => <PartnerPromotions partner={partner} />,
});
