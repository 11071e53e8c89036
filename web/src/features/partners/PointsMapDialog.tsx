import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Box, PointsMap } from '../../shared/map/PointsMap';
import { useTiles } from '../../shared/map/tiles';
import { Dialog } from '../../shared/ui/Dialog';
import { Live } from '../../shared/ui/Live';
import { Retry } from '../../shared/ui/Retry';
import type { Partner } from './api';
import type { Opened } from './pointDialogs';
import css from './points.module.css';
import { mapQuery } from './pointsApi';
import { t } from './texts';

type Props = { partner: Partner; open: (next: Opened) => void; close: () => void };

/** All trade points of a partner on one map. */
export function PointsMapDialog({ partner, open, close }: Props) {
  const tiles = useTiles();
  const [box, setBox] = useState<Box | null>(null);
  const whole = useQuery(mapQuery(partner.uuidPartner, null));
  // Asked for part by part only where the whole does not come at once.
  const partly = Boolean(whole.data && whole.data.countSalePoints > whole.data.salePoints.length);
  const part = useQuery({ ...mapQuery(partner.uuidPartner, box), enabled: partly && box !== null });
  const data = (partly && part.data) || whole.data;
  const { error } = whole;
  const showInList = (id: string) => {
    const point = data?.salePoints.find(({ uuidSalePoint }) => uuidSalePoint === id);
    if (!point) return;
    const city = { uuid: point.uuidCity, name: point.nameCity };
    open({ what: 'addresses', city, search: point.address });
  };
  return (
    <Dialog title={t.points.map(partner.name)} onClose={close} size={1100}>
      <div className={css.dialog}>
        {!data && !error && <Skeleton height={420} />}
        {!data && error && <Retry error={error} onRetry={whole.refetch} busy={whole.isFetching} />}
        {data && data.salePoints.length === 0 && !partly && (
          <p className={css.quiet}>{t.points.mapEmpty}</p>
        )}
        {data && (data.salePoints.length > 0 || partly) && (
          <PointsMap
            points={data.salePoints.map((point) => ({
              id: point.uuidSalePoint,
              title: point.address,
              detail: point.nameCity,
              latitude: point.latitude,
              longitude: point.longitude,
            }))}
            tiles={tiles}
            onView={partly ? setBox : undefined}
            action={{ label: t.points.mapOpen, run: showInList }}
          />
        )}
        <Live>
          {data && data.countSalePoints > data.salePoints.length && (
            <p className={css.note}>
              {t.points.mapPart(data.salePoints.length, data.countSalePoints)}
            </p>
          )}
        </Live>
        {data && data.countWithoutGeo > 0 && (
          <p className={css.quiet}>{t.points.mapLost(data.countWithoutGeo)}</p>
        )}
      </div>
    </Dialog>
  );
}
