import { Button } from '@mantine/core';
import { IconMap2, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { Loaded } from '../../../shared/ui/Loaded';
import { lazily } from '../../../shared/ui/lazily';
import { More } from '../../../shared/ui/More';
import { Shapes } from '../../../shared/ui/SectionSkeleton';
import { TabFrame } from '../../../shared/ui/TabFrame';
import { t } from '../texts';
import { TillsDialog } from '../tills/TillsDialog';
import { UnpairTill } from '../tills/UnpairTill';
import type { Partner } from '../wire';
import { AddCityDialog } from './AddCityDialog';
import { AddressesDialog } from './AddressesDialog';
import { citiesQuery } from './api';
import { CityRow } from './CityRow';
import type { Opened } from './dialogs';
import { PointDialog } from './PointDialog';
import css from './points.module.css';
import { RemovePoint } from './RemovePoint';
import { byFirstLetter } from './rules';

const PointsMapDialog = lazily(() =>
  import('./PointsMapDialog').then((file) => file.PointsMapDialog),
);

type DialogsProps = { partner: Partner; opened: Opened; open: (next: Opened | null) => void };

// One dialog at a time: a dialog opened from the addresses of a city returns to them.
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
    case 'tills':
      return <TillsDialog opened={opened} open={open} close={close} />;
    case 'unpair':
      return (
        <UnpairTill
          till={opened.till}
          number={opened.number}
          address={opened.back.point.address}
          close={close}
        />
      );
  }
}

type ActionsProps = { any: boolean; open: (next: Opened) => void };

function Actions({ any, open }: ActionsProps) {
  return (
    <>
      {any && (
        <Button
          variant="default"
          leftSection={<IconMap2 size={iconSize.sm} stroke={iconStroke} aria-hidden />}
          onClick={() => open({ what: 'map' })}
        >
          {t.points.onMap}
        </Button>
      )}
      <Button
        leftSection={<IconPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
        onClick={() => open({ what: 'city' })}
      >
        {t.points.addCity}
      </Button>
    </>
  );
}

/** The trade points of a partner: cities by letter, the addresses of each in a dialog. */
export function PointsTab({ partner }: { partner: Partner }) {
  const query = useInfiniteQuery(citiesQuery(partner.uuidPartner));
  const [opened, setOpened] = useState<Opened | null>(null);
  const { data } = query;
  const cities = data?.pages.flatMap(({ rows }) => rows) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  return (
    <>
      <TabFrame
        note={cities.length > 0 && t.points.summary(partner.countSalePoints, total)}
        actions={<Actions any={cities.length > 0} open={setOpened} />}
        empty={data && cities.length === 0 && t.points.empty}
      >
        <Loaded query={query} skeleton={<Shapes rows={4} />}>
          {() =>
            byFirstLetter(cities).map(({ letter, cities: group }) => (
              <section key={letter} className={css.group} aria-label={letter}>
                <h3 className={css.letter}>{letter}</h3>
                <ul className={css.cities}>
                  {group.map((city) => (
                    <CityRow
                      key={city.uuidCity}
                      uuidPartner={partner.uuidPartner}
                      city={city}
                      open={setOpened}
                    />
                  ))}
                </ul>
              </section>
            ))
          }
        </Loaded>
        <More query={query} className={css.more} label={t.points.moreCities} />
      </TabFrame>
      {opened && <Dialogs partner={partner} opened={opened} open={setOpened} />}
    </>
  );
}
