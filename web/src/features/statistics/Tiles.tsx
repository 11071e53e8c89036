import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Retry } from '../../shared/ui/Retry';
import { tilesQuery } from './api';
import { type Period, tileNames } from './rules';
import { Tile } from './Tile';
import { t } from './texts';
import css from './tiles.module.css';

/** The four numbers, or what stands in their place while they are not there. */
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
          <Skeleton key={name} className={css.bone} radius="md" />
        ),
      )}
    </section>
  );
}
