import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { partnerLinks } from '../../shared/links/partners';
import { promotionLinks } from '../../shared/links/promotions';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { FormButton } from '../../shared/ui/FormButton';
import { Loaded } from '../../shared/ui/Loaded';
import { Message } from '../../shared/ui/Message';
import { More } from '../../shared/ui/More';
import { Shapes } from '../../shared/ui/SectionSkeleton';
import { TabFrame } from '../../shared/ui/TabFrame';
import type { Tab } from '../../shared/ui/UrlTabs';
import { ofPartnerQuery } from './api';
import { Meter } from './codes/Meter';
import css from './PartnerTab.module.css';
import { PromotionBadge } from './PromotionBadge';
import { isOffered, showShortDays } from './rules';
import { t } from './texts';
import type { Row } from './wire';

type Partner = { uuidPartner: string; countStocks: number; status: 'active' | 'blocked' };

function Tile({ promotion }: { promotion: Row }) {
  const { uuidStock, name } = promotion;
  const { usedCodesCount: used, remainingCodesCount: remaining } = promotion;
  return (
    <li className={css.tile} data-subdued={!isOffered(promotion) || undefined}>
      <Link className={css.name} to={promotionLinks.card({ uuidStock })}>
        {name}
      </Link>
      <p className={css.days}>{showShortDays(promotion)}</p>
      <div className={css.badges}>
        <PromotionBadge of={promotion} short />
      </div>
      <div className={css.codes}>
        {used + remaining > 0 ? (
          <Meter used={used} remaining={remaining} />
        ) : (
          <p className={css.days}>{t.codes.nothing}</p>
        )}
      </div>
    </li>
  );
}

function AddButton({ uuidPartner }: { uuidPartner: string }) {
  return (
    <FormButton
      variant="filled"
      leftSection={<IconPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
      to={partnerLinks.addPromotion({ uuidPartner })}
    >
      {t.tab.add}
    </FormButton>
  );
}

function PartnerPromotions({ partner }: { partner: Partner }) {
  const { uuidPartner, status } = partner;
  const query = useInfiniteQuery(ofPartnerQuery(uuidPartner));
  return (
    <TabFrame
      note={status === 'blocked' && <Message tone="warning">{t.partnerBlockedText}</Message>}
      actions={<AddButton uuidPartner={uuidPartner} />}
      empty={query.data?.pages[0]?.total === 0 && t.tab.empty}
    >
      <Loaded query={query} skeleton={<Shapes tiles={3} />}>
        {({ pages }) => (
          <>
            <ul className={css.tiles} aria-label={t.tab.list}>
              {pages
                .flatMap(({ rows }) => rows)
                .map((row) => (
                  <Tile key={row.uuidStock} promotion={row} />
                ))}
            </ul>
            <More query={query} />
          </>
        )}
      </Loaded>
    </TabFrame>
  );
}

/** The tab of a partner's card with its promotions (rules 7.6). */
export const promotionsTab = (partner: Partner): Tab => ({
  id: 'promotions',
  label: t.tab.label,
  count: partner.countStocks,
  panel: () => <PartnerPromotions partner={partner} />,
});
