import { Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { iconSize, iconStroke } from '../theme/tokens';
import type { ListDefinition, Near } from './define';
import type { Filters } from './filter';
import css from './Neighbours.module.css';
import { toQuery } from './query';
import { markSeen } from './seen';
import { type Params, readState } from './state';
import { t } from './texts';

const busy = [
  ...['input', 'textarea', 'select', '[contenteditable="true"]'],
  ...['dialog', 'tablist', 'toolbar', 'menu', 'application'].map((role) => `[role="${role}"]`),
].join(', ');

// The arrow keys walk the list, unless something on the page has its own use for them.
function useArrows(go: (end: 'previous' | 'next') => void) {
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.closest(busy)) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      latest.current(event.key === 'ArrowLeft' ? 'previous' : 'next');
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

function useNear<Row, F extends Filters>(list: ListDefinition<Row, F>, id: string) {
  const params: Params = useSearch({ strict: false });
  const query = useMemo(() => toQuery(list, readState(list, params)), [list, params]);
  const client = useQueryClient();
  const queryKey = [list.area, 'near', list.path, id, query];
  const { data, isError } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const near = (await list.neighbours?.(id, query, signal)) ?? null;
      // A decision may take the card off the list: keep the neighbours that the operator saw.
      return near?.position === 0 ? (client.getQueryData<Near>(queryKey) ?? near) : near;
    },
    enabled: list.neighbours !== undefined,
    // A card shows itself whether or not its place in the list is known.
    retry: false,
  });
  // The place of the previous card stays until the next one's has loaded or failed: nothing jumps.
  const last = useRef<Near | null>(null);
  if (data || isError) last.current = data ?? null;
  return { near: data ?? last.current, fresh: Boolean(data), params };
}

type Props<Row, F extends Filters> = { list: ListDefinition<Row, F>; id: string };

/** Previous and next within the list that a card was opened from. */
export function Neighbours<Row, F extends Filters>({ list, id }: Props<Row, F>) {
  const { near, fresh, params } = useNear(list, id);
  const navigate = useNavigate();
  useEffect(() => markSeen(list.path, id), [list.path, id]);
  const target = (end: 'previous' | 'next') => (fresh ? (near?.[end] ?? null) : null);
  useArrows((end) => {
    const id = target(end);
    const to = id && list.row.href?.(id);
    if (to) void navigate({ to, search: params, replace: true });
  });
  if (!near || near.position === 0) return null;
  const link = (end: 'previous' | 'next', Icon: typeof IconChevronLeft) => {
    const to = target(end);
    return (
      <Tooltip label={t.near[end]}>
        <Link
          className={css.step}
          // Replaces: the back button leads to the list, however far one has walked.
          replace
          to={(to && list.row.href?.(to)) || '.'}
          search={params}
          disabled={!to}
          // Without a card to go to it leads here, and must not count as current: the hash tells it apart.
          hash={to ? undefined : end}
          activeOptions={{ includeHash: true }}
          aria-label={t.near[end]}
        >
          <Icon size={iconSize.lg} stroke={iconStroke} />
        </Link>
      </Tooltip>
    );
  };
  return (
    <nav className={css.near} aria-label={t.near.label}>
      {link('previous', IconChevronLeft)}
      <span className={css.place}>{t.near.place(near.position, near.total)}</span>
      {link('next', IconChevronRight)}
    </nav>
  );
}
