import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { links } from '../../shared/links';
import { moment } from '../../shared/moment';
import { Button } from '../../shared/ui/Button';
import { Retry } from '../../shared/ui/Retry';
import { Screen } from '../../shared/ui/Screen';
import { Skeleton } from '../../shared/ui/Skeleton';
import { noticesQuery, useReadNotices } from './api';
import css from './profile.module.css';
import { t } from './texts';

/** The member's notices. Opening it marks all as read. */
export function NoticesScreen() {
  const query = useInfiniteQuery(noticesQuery);
  const { data, error, refetch, isFetching } = query;
  const items = data?.pages.flatMap((page) => page.items);
  const { mutate: read } = useReadNotices();
  const hasFresh = items?.some(({ isRead }) => !isRead) ?? false;
  useEffect(() => {
    if (hasFresh) read();
  }, [hasFresh, read]);
  return (
    <Screen title={t.notices.title} back={links.profile} onPull={refetch}>
      {!items && !error && <Skeleton bars={[88, 88, 88]} />}
      {!items && error && <Retry error={error} onRetry={refetch} busy={isFetching} />}
      {items?.length === 0 && <p className={css.empty}>{t.notices.empty}</p>}
      <ul className={css.items}>
        {items?.map(({ id, title, text, createdAt, isRead }) => (
          <li key={id} className={css.item}>
            <h2 className={css.head}>
              {title}
              {!isRead && <span className={css.fresh}>{t.notices.fresh}</span>}
            </h2>
            {text && <p>{text}</p>}
            <p className={css.when}>{moment(createdAt)}</p>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          look="quiet"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t.notices.more}
        </Button>
      )}
    </Screen>
  );
}
