import { Button, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { invalidateArea } from '../../../shared/api/effects';
import { overLimit } from '../../../shared/form/limit';
import { longestSearch } from '../../../shared/list/state';
import { notifyProblem } from '../../../shared/notice/notices';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { Dialog } from '../../../shared/ui/Dialog';
import { More } from '../../../shared/ui/More';
import { t } from '../texts';
import type { Letter } from '../wire';
import { addressesQuery } from './api';
import type { Addresses, Opened } from './dialogs';
import { PointLine } from './PointLine';
import { PointTools } from './PointTools';
import css from './points.module.css';
import { mergedLetters } from './rules';

// Debounce in milliseconds (rules 7.11).
const delay = 500;

type Props = {
  uuidPartner: string;
  opened: Addresses;
  open: (next: Opened | null) => void;
};

// If the addresses fail to load, the dialog closes and the tab is refetched (rules 7.9).
function useCloseOnError(error: Error | null, close: () => void) {
  const client = useQueryClient();
  useEffect(() => {
    if (!error) return;
    notifyProblem(error);
    close();
    void invalidateArea(client, 'partners');
  }, [error, close, client]);
}

type LettersProps = { letters: Letter[]; back: Addresses; open: (next: Opened) => void };

function Letters({ letters, back, open }: LettersProps) {
  const { city } = back;
  return letters.map(({ letter, points }) => (
    <section key={letter} className={css.group} aria-label={letter}>
      <h3 className={css.letter}>{letter}</h3>
      <ul className={css.points}>
        {points.map((point) => (
          <li key={point.uuidSalePoint} className={css.point}>
            <PointLine point={point} />
            <PointTools point={point} city={city} back={back} open={open} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** All addresses of a partner in a city, grouped by letter, with a search. */
export function AddressesDialog({ uuidPartner, opened, open }: Props) {
  const { city } = opened;
  const [typed, setTyped] = useState(opened.search);
  const [search] = useDebouncedValue(typed.trim(), delay);
  const [close] = useState(() => () => open(null));
  const query = useInfiniteQuery(addressesQuery(uuidPartner, city.uuid, search));
  useCloseOnError(query.error, close);
  const { data } = query;
  const total = data?.pages[0]?.total ?? 0;
  const back: Addresses = { ...opened, search: typed };
  return (
    <Dialog title={t.points.allOf(city.name)} onClose={close} size="medium">
      <div className={css.dialog}>
        <div className={css.search}>
          <TextInput
            className={css.searchBox}
            aria-label={t.points.search}
            placeholder={t.points.searchPlaceholder}
            leftSection={<IconSearch size={iconSize.sm} stroke={iconStroke} aria-hidden />}
            value={typed}
            error={overLimit(typed, longestSearch)}
            onChange={(event) => setTyped(event.currentTarget.value)}
            data-autofocus
          />
          <Button
            variant="default"
            leftSection={<IconPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
            onClick={() => open({ what: 'point', city, point: null, back })}
          >
            {t.points.addHere}
          </Button>
        </div>
        <p className={css.quiet} role="status">
          {data && (total === 0 ? t.points.nothing : t.points.found(total))}
        </p>
        {!data && <Skeleton height={200} />}
        <div className={css.letters} aria-busy={query.isFetching}>
          {data && (
            <Letters
              letters={mergedLetters(data.pages.map(({ letters }) => letters))}
              back={back}
              open={open}
            />
          )}
          <More query={query} className={css.more} />
        </div>
      </div>
    </Dialog>
  );
}
