import { IconChevronRight, IconTicketOff } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from 'wouter';
import { asProblem } from '../../../kit/api/problem';
import { useStanding } from '../../shared/api/member';
import { links } from '../../shared/links';
import { dayOf } from '../../shared/moment';
import { Button } from '../../shared/ui/Button';
import { Closed } from '../../shared/ui/Closed';
import { Empty } from '../../shared/ui/Empty';
import type { Promotion } from '../../shared/ui/PromotionLink';
import { Retry } from '../../shared/ui/Retry';
import { Screen } from '../../shared/ui/Screen';
import { Skeleton } from '../../shared/ui/Skeleton';
import { useCameFrom } from '../../shared/way';
import { codesQuery, promotionQuery } from './api';
import { Claim, FirstClaim } from './Claim';
import css from './PromotionScreen.module.css';
import { t } from './texts';
import { useClaim } from './useClaim';

function Terms({ promotion: { begin, end, perStudent, codesLeft } }: { promotion: Promotion }) {
  return (
    <dl className={css.terms}>
      <div>
        <dt>{t.when}</dt>
        <dd>{t.period(dayOf(begin), dayOf(end))}</dd>
      </div>
      <div>
        <dt>{t.howMany}</dt>
        <dd>{perStudent === null ? t.perDay : t.perStudent(perStudent)}</dd>
      </div>
      <div>
        <dt>{t.codesLeft}</dt>
        <dd>{t[codesLeft]}</dd>
      </div>
    </dl>
  );
}

function Gone() {
  const [, go] = useLocation();
  return (
    <Empty icon={<IconTicketOff size={40} stroke={1.75} />} title={t.goneTitle} text={t.goneText}>
      <Button onClick={() => go(links.offers)}>{t.ways.offers}</Button>
    </Empty>
  );
}

/** A promotion and its code; the second of two taps, under the thumb, claims it. */
export function PromotionScreen() {
  const { id = '' } = useParams();
  const back = useCameFrom(links.offers);
  const standing = useStanding();
  const { data, error, refetch, isFetching } = useQuery(promotionQuery(id));
  const attempt = useClaim(id);
  const codes = useInfiniteQuery(codesQuery(standing !== 'guest'));
  const own = codes.data?.pages.flatMap(({ items }) => items.filter((c) => c.promotion.id === id));
  const promotion = data ?? own?.[0]?.promotion; // a code stays readable after its promotion was removed
  if (!promotion) {
    const isGone = error !== null && asProblem(error).status === 404;
    return (
      <Screen title={t.title} back={back}>
        {!error && <Skeleton bars={[72, 140, 52]} />}
        {isGone ? <Gone /> : error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
      </Screen>
    );
  }
  const { partner } = promotion;
  const claim = { promotion, own: own ?? [], isReady: !codes.isLoading, attempt };
  return (
    <Screen
      title={promotion.name}
      back={back}
      action={standing === 'active' && <FirstClaim {...claim} />}
    >
      <Link href={links.partner(partner.id)} className={css.partner}>
        {partner.name}
        <IconChevronRight size={20} aria-hidden="true" />
      </Link>
      <Claim {...claim} />
      {standing !== 'active' && claim.own.length === 0 && <Closed title={t.closed} />}
      <p className={css.text}>{promotion.description}</p>
      <Terms promotion={promotion} />
    </Screen>
  );
}
