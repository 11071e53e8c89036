import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Box, PointsMap } from '../../../shared/map/PointsMap';
import { useTiles } from '../../../shared/map/tiles';
import { Dialog } from '../../../shared/ui/Dialog';
import { Live } from '../../../shared/ui/Live';
import { Loaded } from '../../../shared/ui/Loaded';
import { t } from '../texts';
import type { MapPoints, Partner } from '../wire';
import { mapQuery } from './api';
import type { Opened } from './dialogs';
import css from './points.module.css';

type MapProps = {
  all: MapPoints;
  uuidPartner: string;
  showInList: (point: MapPoints['salePoints'][number]) => void;
};

// The server limits the number of points. If it left some out, each move of the map loads the points in view.
function PartnerMap({ all, uuidPartner, showInList }: MapProps) {
  const tiles = useTiles();
  const [box, setBox] = useState<Box | null>(null);
  const isPartial = all.countSalePoints > all.salePoints.length;
  const inView = useQuery({ ...mapQuery(uuidPartner, box), enabled: isPartial && box !== null });
  const { salePoints, countSalePoints, countWithoutGeo } = (isPartial && inView.data) || all;
  const hasMap = salePoints.length > 0 || isPartial;
  return (
    <>
      {hasMap && tiles === undefined && <Skeleton height={420} />}
      {hasMap && tiles !== undefined && (
        <PointsMap
          points={salePoints.map((point) => ({
            id: point.uuidSalePoint,
            title: point.address,
            detail: point.nameCity,
            latitude: point.latitude,
            longitude: point.longitude,
          }))}
          tiles={tiles}
          onView={isPartial ? setBox : undefined}
          action={{
            label: t.points.mapOpen,
            run: (id) => {
              const point = salePoints.find(({ uuidSalePoint }) => uuidSalePoint === id);
              if (point) showInList(point);
            },
          }}
        />
      )}
      {!hasMap && <p className={css.quiet}>{t.points.mapEmpty}</p>}
      <Live>
        {countSalePoints > salePoints.length && (
          <p className={css.note}>{t.points.mapPart(salePoints.length, countSalePoints)}</p>
        )}
      </Live>
      {countWithoutGeo > 0 && <p className={css.quiet}>{t.points.mapLost(countWithoutGeo)}</p>}
    </>
  );
}

type Props = { partner: Partner; open: (next: Opened) => void; close: () => void };

/** All trade points of a partner on a map. */
export function PointsMapDialog({ partner, open, close }: Props) {
  const { uuidPartner, name } = partner;
  return (
    <Dialog title={t.points.map(name)} onClose={close} size="large">
      <div className={css.dialog}>
        <Loaded query={useQuery(mapQuery(uuidPartner, null))} skeleton={<Skeleton height={420} />}>
          {(all) => (
            <PartnerMap
              all={all}
              uuidPartner={uuidPartner}
              showInList={({ uuidCity, nameCity, address }) =>
                open({
                  what: 'addresses',
                  city: { uuid: uuidCity, name: nameCity },
                  search: address,
                })
              }
            />
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}
