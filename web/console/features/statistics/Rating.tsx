import { useInfiniteQuery } from '@tanstack/react-query';
import { SortControls } from '../../shared/list/SortControls';
import type { SortOption } from '../../shared/list/state';
import { useOperator } from '../../shared/session/session';
import { Live } from '../../shared/ui/Live';
import { Retry } from '../../shared/ui/Retry';
import { Section } from '../../shared/ui/Section';
import { ratingQuery } from './api';
import { RatingRows, RowsSkeleton } from './RatingRows';
import css from './rating.module.css';
import type { By, View } from './rules';
import { t } from './texts';

const orders: Record<By, SortOption> = {
  barcode: { label: t.rating.by.barcode, first: 'DESC' },
  card: { label: t.rating.by.card, first: 'DESC' },
};

type Props = { view: View; show: (change: Partial<View>) => void };

function Rows({ view }: { view: View }) {
  const { data, error, isPlaceholderData, isFetching, refetch, ...more } = useInfiniteQuery(
    ratingQuery(view),
  );
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  // Sorted from the top, page 1 shows whether anyone has views; from the bottom, only the last page does.
  const known = view.direction === 'DESC' || !more.hasNextPage;
  const unseen = !isPlaceholderData && known && rows.every(({ share }) => share === 0);
  const seen = data && total > 0 && !unseen; // zeros have no order
  const texts =
    total === 0
      ? { title: t.rating.empty, hint: t.rating.emptyHint }
      : { title: t.rating.unseen, hint: t.rating.unseenHint(view.period) };
  return (
    <>
      <Live>
        {data && !seen && (
          <div className={css.empty}>
            <p className={css.emptyTitle}>{texts.title}</p>
            <p className={css.emptyHint}>{texts.hint}</p>
          </div>
        )}
      </Live>
      {!data && !error && <RowsSkeleton />}
      {!data && error && <Retry error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {seen && (
        <div className={css.body} data-old={isPlaceholderData || undefined} aria-busy={isFetching}>
          <RatingRows
            rows={rows}
            total={total}
            view={view}
            onEnd={() => {
              if (more.hasNextPage && !isFetching && !more.isFetchNextPageError) {
                void more.fetchNextPage();
              }
            }}
          />
          {error && (
            <Retry
              error={error}
              onRetry={() => void (more.isFetchNextPageError ? more.fetchNextPage() : refetch())}
              busy={isFetching}
            />
          )}
        </div>
      )}
    </>
  );
}

/** Partners ranked by the views of students. */
export function Rating({ view, show }: Props) {
  const { role } = useOperator();
  return (
    <Section
      title={t.rating.title}
      hint={t.rating.hint(view.by, role === 'operator_all')}
      actions={
        <SortControls
          options={orders}
          sort={view.by}
          direction={view.direction}
          onSort={(by) => show({ by: by === 'card' ? 'card' : 'barcode' })}
          onTurn={() => show({ direction: view.direction === 'DESC' ? 'ASC' : 'DESC' })}
        />
      }
    >
      <Rows view={view} />
    </Section>
  );
}
