import { useInfiniteQuery } from '@tanstack/react-query';
import type { SortOption } from '../../shared/list/define';
import { SortControls } from '../../shared/list/SortControls';
import { useOperator } from '../../shared/session/session';
import { Live } from '../../shared/ui/Live';
import { Message } from '../../shared/ui/Message';
import { Retry } from '../../shared/ui/Retry';
import { Section } from '../../shared/ui/Section';
import { ratingQuery } from './api';
import { Bones, RatingRows } from './RatingRows';
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
  if (!data) {
    if (error) return <Retry error={error} onRetry={() => void refetch()} busy={isFetching} />;
    return <Bones />;
  }
  const rows = data.pages.flatMap((page) => page.rows);
  const total = data.pages[0]?.total ?? 0;
  if (total === 0) return <p className={css.empty}>{t.rating.empty}</p>;
  // The best are on the first page; from below one must have seen all of them.
  const known = view.direction === 'DESC' || !more.hasNextPage;
  const unseen = !isPlaceholderData && known && rows.every(({ share }) => share === 0);
  return (
    <div className={css.body} data-old={isPlaceholderData || undefined} aria-busy={isFetching}>
      <Live>{unseen && <Message tone="grey">{t.rating.unseen}</Message>}</Live>
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
  );
}

/** Partners by what students looked at. */
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
