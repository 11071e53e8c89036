import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter, useSearch } from '@tanstack/react-router';
import { History } from '../../shared/history/History';
import { Neighbours } from '../../shared/list/Neighbours';
import { common } from '../../shared/texts';
import { Page } from '../../shared/ui/Page';
import { Retry } from '../../shared/ui/Retry';
import { StatusBadge } from '../../shared/ui/StatusBadge';
import { cardQuery, historyQuery, type Promotion } from './api';
import { Codes } from './Codes';
import css from './card.module.css';
import { Details } from './Details';
import { historyWords } from './history';
import { promotionsList } from './list';
import { tones } from './rules';
import { Summary } from './Summary';
import { t } from './texts';

function Bones() {
  return (
    <div className={css.card} role="status" aria-busy="true" aria-label={common.loading}>
      <Skeleton height={320} />
      <Skeleton height={480} />
    </div>
  );
}

function Badges({ promotion: { status, state } }: { promotion: Promotion }) {
  return (
    <span className={css.badges}>
      <StatusBadge tone={tones[status]}>{t.statuses[status]}</StatusBadge>
      <StatusBadge tone="grey">{t.states[state]}</StatusBadge>
    </span>
  );
}

/** /promotions/card/{uuidStock}. */
export function CardPage() {
  const { uuidStock = '' } = useParams({ strict: false });
  const search: Record<string, unknown> = useSearch({ strict: false });
  const { options } = useRouter();
  const { data: card, error, refetch, isFetching } = useQuery(cardQuery(uuidStock));
  return (
    <Page
      title={card?.promotion.name ?? t.card.title}
      back={`${promotionsList.path}${options.stringifySearch?.(search) ?? ''}`}
      status={card && <Badges promotion={card.promotion} />}
      actions={<Neighbours list={promotionsList} id={uuidStock} />}
      wide
    >
      {card && (
        <div className={css.card}>
          <Summary card={card} />
          <div className={css.column}>
            <Codes key={uuidStock} uuidStock={uuidStock} dateEnd={card.promotion.dateEnd} />
            <Details promotion={card.promotion} />
            <History query={historyQuery(uuidStock)} words={historyWords} />
          </div>
        </div>
      )}
      {!card && !error && <Bones />}
      {!card && error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
    </Page>
  );
}
