import { useQuery } from '@tanstack/react-query';
import { AppForm } from '../../../shared/form/AppForm';
import { DialogButtons } from '../../../shared/form/DialogButtons';
import { useAppForm } from '../../../shared/form/useAppForm';
import { PointField } from '../../../shared/map/PointField';
import { useTiles } from '../../../shared/map/tiles';
import { notifyDone } from '../../../shared/notice/notices';
import { Dialog } from '../../../shared/ui/Dialog';
import { t } from '../texts';
import type { TradePoint } from '../wire';
import { AddressField } from './AddressField';
import { cityCentreQuery, fetchPoint, useAddPoints, useSavePoint } from './api';
import css from './dialogs.module.css';
import { HoursField } from './HoursField';
import type { City } from './rules';
import { fieldOf, pointSchema, valuesOf } from './rules';
import { usePlace } from './usePlace';

type Props = { uuidPartner: string; city: City; point: TradePoint | null; close: () => void };

function usePointForm({ uuidPartner, city, point, close }: Props) {
  const add = useAddPoints();
  const save = useSavePoint();
  const initial = valuesOf(point);
  return useAppForm({
    schema: pointSchema(initial.hoursText),
    initial,
    save: async (values, { key }) => {
      if (point) {
        await save.mutateAsync({ uuidSalePoint: point.uuidSalePoint, point: values });
      } else {
        await add.mutateAsync({ uuidPartner, uuidCity: city.uuid, points: [values], key });
      }
    },
    saved: () => {
      notifyDone(t.points.done, point ? t.points.saved : t.points.added);
      close();
    },
    fieldOf,
    reload: point
      ? async () => valuesOf(await fetchPoint(uuidPartner, city.uuid, point.uuidSalePoint))
      : undefined,
    draft: `points/${uuidPartner}/${city.uuid}/${point?.uuidSalePoint ?? 'add'}`,
  });
}

/** Adds or edits a trade point: address, hours and place on the map. */
export function PointDialog(props: Props) {
  const { city, point, close } = props;
  const form = usePointForm(props);
  const tiles = useTiles();
  const { data: centre } = useQuery(cityCentreQuery(city.uuid));
  const address = form.field('address');
  const hours = form.field('hours');
  const placeField = form.field('place');
  const place = usePlace({
    uuidCity: city.uuid,
    address: address.value,
    setAddress: address.onChange,
    setPlace: placeField.onChange,
  });
  const title = point ? t.points.editing : t.points.adding;
  return (
    <Dialog title={title} onClose={close} size="large" busy={form.saving}>
      <AppForm form={form} label={title}>
        <p className={css.quiet}>{t.points.inCity(city.name)}</p>
        <div className={css.halves}>
          <div className={css.column}>
            <AddressField
              name={address.name}
              label={t.points.address}
              value={address.value}
              error={address.error}
              note={address.note}
              uuidCity={city.uuid}
              place={place}
              onMap
              autoFocus
            />
            <HoursField
              value={hours.value}
              onChange={hours.onChange}
              error={hours.error}
              note={hours.note}
              text={form.values.hoursText}
            />
          </div>
          <PointField
            value={placeField.value}
            address={address.value}
            onChange={(moved) => void place.moved(moved)}
            centre={centre}
            tiles={tiles}
            error={placeField.error}
            note={placeField.note}
          />
        </div>
        <DialogButtons saving={form.saving} disabled={address.value.trim() === ''} />
      </AppForm>
    </Dialog>
  );
}
