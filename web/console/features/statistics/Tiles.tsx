import { useQuery } from '@tanstack/react-query';
import { Retry } from '../../shared/ui/Retry';
import { SectionSkeleton } from '../../shared/ui/SectionSkeleton';
import { tilesQuery } from './api';
import { type Period, tileNames } from './rules';
import { Tile } from './Tile';
import { t } from './texts';
import css from './tiles.module.css';

/** The four totals, with a skeleton while they load. */
export function Tiles({ period }: { period: Period }) {
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(tilesQuery(period));
  if (error && !data) {
    return <Retry error={error} onRetry={() => void refetch()} busy={isFetching} />;
  }
  return (
    <section
      aria-label={t.tiles.label}
      aria-busy={isFetching}
      className={css.tiles}
      data-old={isPlaceholderData || undefined}
    >
      {tileNames.map((name) =>
        data ? (
          <Tile key={name} name={name} tile={data[name]} period={period} />
        ) : (
          <div key={name} className={css.skeleton}>
            <SectionSkeleton lines={4} />
          </div>
        ),
      )}
    </section>
  );
}
