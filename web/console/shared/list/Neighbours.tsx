import { Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { useKeys } from '../keys/useKeys';
import { useUrlSearch } from '../links/usePage';
import { iconSize, iconStroke } from '../theme/tokens';
import type { ListDefinition, ListPlace } from './define';
import type { Filters } from './filter';
import { markOpened } from './lastOpened';
import css from './Neighbours.module.css';
import { toQuery } from './query';
import { readState } from './state';
import { t } from './texts';

function useListPlace<Row, F extends Filters>(list: ListDefinition<Row, F>, id: string) {
  const params = useUrlSearch();
  const query = useMemo(() => toQuery(list, readState(list, params)), [list, params]);
  const client = useQueryClient();
  const queryKey = [list.area, 'near', list.path, id, query];
  const { data, isError } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const place = (await list.neighbours?.(id, query, signal)) ?? null;
      // A decision may remove the card from the list: keep the previous neighbours.
      return place?.position === 0 ? (client.getQueryData<ListPlace>(queryKey) ?? place) : place;
    },
    enabled: list.neighbours !== undefined,
    // The card works without its place.
    retry: false,
  });
  // The place of the previous card is shown until the next one loads or fails, to avoid a layout shift.
  const last = useRef<ListPlace | null>(null);
  if (data || isError) last.current = data ?? null;
  return { place: data ?? last.current, fresh: Boolean(data), params };
}

type Props<Row, F extends Filters> = { list: ListDefinition<Row, F>; id: string };

/** Links to the previous and next card of the list. */
export function Neighbours<Row, F extends Filters>({ list, id }: Props<Row, F>) {
  const { place, fresh, params } = useListPlace(list, id);
  const navigate = useNavigate();
  useEffect(() => markOpened(list.path, id), [list.path, id]);
  const target = (end: 'previous' | 'next') => (fresh ? (place?.[end] ?? null) : null);
  const goTo = (end: 'previous' | 'next') => () => {
    const id = target(end);
    const to = id && list.row.href?.(id);
    if (to) void navigate({ to, search: params, replace: true });
  };
  useKeys({ ArrowLeft: goTo('previous'), ArrowRight: goTo('next') });
  if (!place || (place.position === 0 && !place.previous && !place.next)) return null;
  const link = (end: 'previous' | 'next', Icon: typeof IconChevronLeft) => {
    const to = target(end);
    return (
      <Tooltip label={t.neighbours[end]}>
        <Link
          className={css.step}
          // Replaces the history entry: the back button returns to the list.
          replace
          to={(to && list.row.href?.(to)) || '.'}
          search={params}
          disabled={!to}
          // A disabled link points here; the hash keeps it from being marked as the current page.
          hash={to ? undefined : end}
          activeOptions={{ includeHash: true }}
          aria-label={t.neighbours[end]}
        >
          <Icon size={iconSize.lg} stroke={iconStroke} />
        </Link>
      </Tooltip>
    );
  };
  return (
    <nav className={css.near} aria-label={t.neighbours.label}>
      {link('previous', IconChevronLeft)}
      {place.position > 0 && (
        <span className={css.place}>{t.neighbours.place(place.position, place.total)}</span>
      )}
      {link('next', IconChevronRight)}
    </nav>
  );
}
