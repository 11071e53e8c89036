import '@mantine/spotlight/styles.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { asProblem } from '../../../kit/api/problem';
import { targetOf } from '../../shared/links/target';
import { matchesIn } from '../../shared/list/highlight';
import { Marked } from '../../shared/list/Marked';
import { inWords } from '../../shared/notice/catalogue';
import { useOperator } from '../../shared/session/session';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { allViewsQuery } from '../../shared/views/api';
import { findQuery, shortest } from '../palette/api';
import css from '../palette/palette.module.css';
import { actsFor, type Place, placesFor, viewPlaces } from '../palette/places';
import { t } from '../palette/texts';

const typingPause = 150; // ms

const [store, palette] = createSpotlight();

// Where the library looks for the entries. Its own list scrolls what no keyboard reaches.
const listId = 'palette';

function selectFirst() {
  const [first, ...others] = document.querySelectorAll(`#${listId} [data-action]`);
  for (const other of others) other.removeAttribute('data-selected');
  first?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

type Group = { title: string; places: readonly Place[] };

// The pages, views and actions whose names match, in any keyboard layout.
function useOwnPlaces(search: string): Group[] {
  const operator = useOperator();
  const { data: views = [] } = useQuery({ ...allViewsQuery, throwOnError: false });
  const all = useMemo(
    () => [
      { title: t.go, places: placesFor(operator) },
      { title: t.views, places: viewPlaces(views) },
      { title: t.act, places: actsFor(operator) },
    ],
    [operator, views],
  );
  const words = search.split(/\s+/).filter(Boolean);
  return all.map(({ title, places }) => ({
    title,
    places: places.filter(({ label }) => words.every((word) => matchesIn(label, word).length > 0)),
  }));
}

function useFound(search: string) {
  const [settled] = useDebouncedValue(search, typingPause);
  const query = useQuery({ ...findQuery(settled), throwOnError: false });
  const known = search.length >= shortest ? query.data : undefined;
  const groups: Group[] = (known ?? []).map(({ area, hits }) => ({
    title: t.found[area],
    places: hits.map(({ title, detail, href }) => ({ label: title, detail, to: href })),
  }));
  const waiting = search.length >= shortest && (settled !== search || query.isFetching);
  return { groups, waiting, error: query.error };
}

type ActionProps = { place: Place; search: string; go: (to: string) => void };

function Action({ place: { label, detail, to }, search, go }: ActionProps) {
  return (
    <Spotlight.Action className={css.action} onClick={() => go(to)}>
      <span className={css.words}>
        <span className={css.label}>
          <Marked text={label} search={search} />
        </span>
        {detail && <span className={css.detail}>{detail}</span>}
      </span>
    </Spotlight.Action>
  );
}

function useStatus(search: string, shown: number, found: ReturnType<typeof useFound>) {
  if (found.waiting) return t.searching;
  if (found.error) return inWords(asProblem(found.error)).text;
  if (shown === 0) return t.nothing;
  return search.length < shortest ? t.short : t.keys;
}

/** The palette: goes anywhere, finds anybody in scope, starts an action. Opens whenever `asked` grows. */
export function Palette({ asked }: { asked: number }) {
  const [typed, setTyped] = useState('');
  const search = typed.trim();
  const navigate = useNavigate();
  const own = useOwnPlaces(search);
  const found = useFound(search);
  const groups = [...own, ...found.groups].filter(({ places }) => places.length > 0);
  const shown = groups.reduce((sum, { places }) => sum + places.length, 0);
  const status = useStatus(search, shown, found);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every request opens it
  useEffect(() => {
    store.updateState((state) => ({ ...state, listId }));
    palette.open();
  }, [asked]);
  // The library selects the first entry while typing; here more of them come later, from the server. A layout effect: Enter
  // must open an entry that is already on the screen.
  const first = groups[0]?.places[0]?.to;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins with another entry
  useLayoutEffect(() => {
    if (search !== '') selectFirst();
  }, [search, first, shown]);
  const go = (to: string) => void navigate(targetOf(to));
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={typed}
      onQueryChange={setTyped}
      size={640}
      overlayProps={{}} // that of dialogs: the default one blurs the page
      aria-label={t.label}
    >
      <Spotlight.Search
        aria-label={t.label}
        placeholder={t.placeholder}
        leftSection={<IconSearch size={iconSize.md} stroke={iconStroke} aria-hidden />}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div id={listId} className={css.list} tabIndex={0}>
        {groups.map(({ title, places }) => (
          <Spotlight.ActionsGroup key={title} label={title}>
            {places.map((place) => (
              <Action key={place.to} place={place} search={search} go={go} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </div>
      <Spotlight.Footer>
        <span className={css.status} role="status">
          {status}
        </span>
      </Spotlight.Footer>
    </Spotlight.Root>
  );
}
