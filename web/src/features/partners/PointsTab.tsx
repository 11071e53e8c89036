import { Button, Skeleton } from '@mantine/core';
import { IconMap2, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { iconSize, iconStroke } from '../../shared/theme/tokens';
import { lazily } from '../../shared/ui/lazily';
import { More } from '../../shared/ui/More';
import { Retry } from '../../shared/ui/Retry';
import { AddCityDialog } from './AddCityDialog';
import { AddressesDialog } from './AddressesDialog';
import type { Partner } from './api';
import { CityRow } from './CityRow';
import { PointDialog } from './PointDialog';
import type { Opened } from './pointDialogs';
import { byFirstLetter } from './pointRules';
import css from './points.module.css';
import { citiesQuery } from './pointsApi';
import { RemovePoint } from './RemovePoint';
import tabs from './tabs.module.css';
import { t } from './texts';

const PointsMapDialog = lazily(() =>
  import('./PointsMapDialog').then((file) => file.PointsMapDialog),
);

type DialogsProps = { partner: Partner; opened: Opened; open: (next: Opened | null) => void };

// One popup at a time: what was opened from the popup of a city leads back to it.
function Dialogs({ partner, opened, open }: DialogsProps) {
  const { uuidPartner } = partner;
  const close = () => open('back' in opened ? (opened.back ?? null) : null);
  switch (opened.what) {
    case 'city':
      return <AddCityDialog uuidPartner={uuidPartner} close={close} />;
    case 'map':
      return <PointsMapDialog partner={partner} open={open} close={close} />;
    case 'addresses':
      return (
        <AddressesDialog
          key={opened.city.uuid}
          uuidPartner={uuidPartner}
          opened={opened}
          open={open}
        />
      );
    case 'point':
      return (
        <PointDialog
          uuidPartner={uuidPartner}
          city={opened.city}
          point={opened.point}
          close={close}
        />
      );
    case 'delete':
      return <RemovePoint point={opened.point} close={close} />;
  }
}

/** The trade points of a partner: cities under their letters, the addresses of each in a popup. */
export function PointsTab({ partner }: { partner: Partner }) {
  const query = useInfiniteQuery(citiesQuery(partner.uuidPartner));
  const [opened, setOpened] = useState<Opened | null>(null);
  const { data, error } = query;
  const cities = data?.pages.flatMap(({ rows }) => rows) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  return (
    <div className={tabs.tab}>
      <div className={tabs.bar}>
        <p className={tabs.quiet}>
          {data &&
            (cities.length === 0
              ? t.points.empty
              : t.points.summary(partner.countSalePoints, total))}
        </p>
        <div className={tabs.buttons}>
          {cities.length > 0 && (
            <Button
              variant="default"
              leftSection={<IconMap2 size={iconSize.sm} stroke={iconStroke} aria-hidden />}
              onClick={() => setOpened({ what: 'map' })}
            >
              {t.points.onMap}
            </Button>
          )}
          <Button
            leftSection={<IconPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
            onClick={() => setOpened({ what: 'city' })}
          >
            {t.points.addCity}
          </Button>
        </div>
      </div>
      {!data && !error && <Skeleton height={160} />}
      {!data && error && <Retry error={error} onRetry={query.refetch} busy={query.isFetching} />}
      {byFirstLetter(cities).map(({ letter, cities: group }) => (
        <section key={letter} className={css.group} aria-label={letter}>
          <h3 className={css.letter}>{letter}</h3>
          <ul className={css.cities}>
            {group.map((city) => (
              <CityRow key={city.uuidCity} city={city} open={setOpened} />
            ))}
          </ul>
        </section>
      ))}
      <More query={query} className={css.more}>
        {t.points.moreCities}
      </More>
      {opened && <Dialogs partner={partner} opened={opened} open={setOpened} />}
    </div>
  );
}
