import { IconTicket } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { useStanding } from '../../shared/api/member';
import { links } from '../../shared/links';
import { dayOf } from '../../shared/moment';
import { Button } from '../../shared/ui/Button';
import { Closed } from '../../shared/ui/Closed';
import { Empty } from '../../shared/ui/Empty';
import { Feed } from '../../shared/ui/Feed';
import { Screen } from '../../shared/ui/Screen';
import { Skeleton } from '../../shared/ui/Skeleton';
import { codesQuery, type OwnCode } from './api';
import css from './CodesScreen.module.css';
import { Ticket } from './Ticket';
import { t } from './texts';

// By the phone's date, because stored data may be older than the promotion's end.
const isOver = ({ state, end }: OwnCode['promotion'], now = new Date()) =>
  state === 'ended' || end < now.toLocaleDateString('sv');

function CodeCard({ own: { code, promotion } }: { own: OwnCode }) {
  const { id, name, partner, begin, end, state } = promotion;
  const isEnded = isOver(promotion);
  const when = state === 'planned' ? t.codes.from(dayOf(begin)) : t.codes.until(dayOf(end));
  return (
    <article className={css.card} data-ended={isEnded || undefined}>
      <header>
        <h2 className={css.name}>
          <Link href={links.promotion(id)}>{name}</Link>
        </h2>
        <p className={css.about}>{partner.name}</p>
      </header>
      <Ticket code={code} />
      <p className={css.about}>{isEnded ? t.codes.ended : when}</p>
    </article>
  );
}

function Nothing() {
  const [, go] = useLocation();
  const standing = useStanding();
  if (standing !== 'active') return <Closed title={t.codes.closed} />;
  return (
    <Empty
      icon={<IconTicket size={40} stroke={1.75} />}
      title={t.codes.empty}
      text={t.codes.emptyText}
    >
      <Button onClick={() => go(links.promotions)}>{t.codes.find}</Button>
    </Empty>
  );
}

/** The own codes, newest first; available offline. */
export function CodesScreen() {
  const query = useInfiniteQuery(codesQuery());
  return (
    <Screen title={t.codes.title} wide onPull={query.refetch}>
      <Feed<OwnCode>
        query={query}
        keyOf={({ code, promotion }) => promotion.id + code}
        skeleton={<Skeleton bars={[220, 220]} />}
        empty={<Nothing />}
      >
        {(own) => <CodeCard own={own} />}
      </Feed>
    </Screen>
  );
}
