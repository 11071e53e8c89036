import {
  IconClockHour4,
  IconCurrentLocation,
  IconHeart,
  IconMapPin,
  IconMoodEmpty,
  IconTicket,
} from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useMember } from '../../shared/api/member';
import { links } from '../../shared/links';
import { useOnline } from '../../shared/online';
import { Button } from '../../shared/ui/Button';
import { Chip, Chips } from '../../shared/ui/Chips';
import { Empty } from '../../shared/ui/Empty';
import { Feed } from '../../shared/ui/Feed';
import { Note } from '../../shared/ui/Note';
import { Screen } from '../../shared/ui/Screen';
import { SearchField } from '../../shared/ui/SearchField';
import { Skeleton } from '../../shared/ui/Skeleton';
import { useSettled } from '../../shared/useSettled';
import { categoriesQuery, type Offer, partnersQuery, type Wish } from './api';
import { CitySheet } from './CitySheet';
import { type Filters, useFilters } from './filters';
import { OfferCard } from './OfferCard';
import css from './OffersScreen.module.css';
import { usePlace, whereOf } from './place';
import { t } from './texts';

const off: Filters = { search: '', category: '', isOpen: false, isFavourite: false };

type Change = (changes: Partial<Filters>) => void;

// The search text goes into the URL after a debounce.
function Search({ filters: { search }, change }: { filters: Filters; change: Change }) {
  const [text, setText] = useState(search);
  const settled = useSettled(text);
  const latest = useRef(search);
  latest.current = search;
  useEffect(() => {
    if (settled.trim() !== latest.current) change({ search: settled.trim() });
  }, [settled, change]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the reset clears the text from outside
  useEffect(() => {
    if (search === '' && settled.trim() !== '') setText('');
  }, [search]);
  return <SearchField label={t.search} value={text} onChange={setText} />;
}

function Where({ place: { place, choose, goNear, state }, filters, change }: WhereProps) {
  const [isOpen, setOpen] = useState(false);
  const { data: member } = useMember();
  const isOnline = useOnline();
  const near = (isOn: boolean) => (isOn ? void goNear() : choose({ near: null, city: null }));
  return (
    <>
      <Chips label={t.where}>
        <Chip
          isOn={place.near !== null}
          onChange={near}
          busy={state === 'locating'}
          icon={<IconCurrentLocation size={18} aria-hidden="true" />}
        >
          {state === 'locating' ? t.locating : t.near}
        </Chip>
        <Chip
          isOn={place.city !== null}
          onChange={() => setOpen(true)}
          icon={<IconMapPin size={18} aria-hidden="true" />}
        >
          {place.city?.name ?? t.city}
        </Chip>
        {isOnline && (
          <Chip
            isOn={filters.isOpen}
            onChange={(isOn) => change({ isOpen: isOn })}
            icon={<IconClockHour4 size={18} aria-hidden="true" />}
          >
            {t.open}
          </Chip>
        )}
        {member && (
          <Chip
            isOn={filters.isFavourite}
            onChange={(isFavourite) => change({ isFavourite })}
            icon={<IconHeart size={18} aria-hidden="true" />}
          >
            {t.favourites}
          </Chip>
        )}
      </Chips>
      {state === 'denied' && (
        <Note tone="plain" icon={<IconMapPin size={20} />} alert>
          {t.denied}
          <Button look="link" onClick={() => setOpen(true)}>
            {t.deniedWay}
          </Button>
        </Note>
      )}
      {isOpen && (
        <CitySheet
          isChosen={place.city !== null || place.near !== null}
          onPick={(city) => {
            choose({ near: null, city });
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

type WhereProps = { place: ReturnType<typeof usePlace>; filters: Filters; change: Change };

function Categories({ filters: { category }, change }: { filters: Filters; change: Change }) {
  const { data } = useQuery(categoriesQuery);
  if (!data) return null;
  return (
    <Chips label={t.categories}>
      {data.map(({ id, name }) => (
        <Chip
          key={id}
          isOn={id === category}
          onChange={(isOn) => change({ category: isOn ? id : '' })}
        >
          {name}
        </Chip>
      ))}
    </Chips>
  );
}

type NothingProps = { filters: Filters; isNear: boolean; onReset: () => void };

function Nothing({ filters, isNear, onReset }: NothingProps) {
  const { search, category, isOpen, isFavourite } = filters;
  const isNarrow = search !== '' || category !== '';
  const [title, text] = (() => {
    if (isOpen) return [t.empty.closed, t.empty.closedText];
    if (isNarrow) return [t.empty.search, t.empty.searchText];
    if (isFavourite) return [t.empty.favourites, t.empty.favouritesText];
    return isNear ? [t.empty.near, t.empty.nearText] : [t.empty.all, t.empty.allText];
  })();
  const isFiltered = isOpen || isNarrow || isFavourite || isNear;
  return (
    <Empty icon={<IconMoodEmpty size={40} stroke={1.75} />} title={title} text={text}>
      {isFiltered && (
        <Button look="quiet" onClick={onReset}>
          {isFavourite && !isNarrow ? t.empty.showAll : t.empty.reset}
        </Button>
      )}
    </Empty>
  );
}

const wishOf = ({ search, category, isOpen, isFavourite }: Filters): Wish => ({
  ...(search ? { search } : {}),
  ...(category ? { category } : {}),
  ...(isOpen ? { openNow: isOpen } : {}),
  ...(isFavourite ? { isFavourite } : {}),
});

/** The list of partners, near a place or in a city; for guests too. */
export function OffersScreen() {
  const { filters: wished, change } = useFilters();
  const isOnline = useOnline();
  const place = usePlace();
  const { near } = place.place;
  // Kept answers tell what was open at another hour.
  const filters = { ...wished, isOpen: wished.isOpen && isOnline };
  const query = useInfiniteQuery(partnersQuery({ ...wishOf(filters), ...whereOf(place.place) }));
  const reset = () => {
    change(off);
    place.choose({ near: null, city: null });
  };
  return (
    <Screen
      title={t.title}
      wide
      onPull={query.refetch}
      tools={
        <Link href={links.promotions} className={css.promotions}>
          <IconTicket size={20} aria-hidden="true" />
          {t.allPromotions}
        </Link>
      }
    >
      <Search filters={filters} change={change} />
      <Where place={place} filters={filters} change={change} />
      <Categories filters={filters} change={change} />
      <Feed<Offer>
        query={query}
        keyOf={({ id }) => id}
        noneYet={filters.isOpen && <p>{near ? t.empty.noneOpenNear : t.empty.noneOpenYet}</p>}
        skeleton={<Skeleton bars={[98, 98, 98, 98, 98]} />}
        empty={<Nothing filters={filters} isNear={near !== null} onReset={reset} />}
      >
        {(offer) => <OfferCard offer={offer} />}
      </Feed>
    </Screen>
  );
}
