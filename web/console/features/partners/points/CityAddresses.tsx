import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useDidUpdate } from '@mantine/hooks';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { AppForm } from '../../../shared/form/AppForm';
import { useAppForm } from '../../../shared/form/useAppForm';
import { notifyDone } from '../../../shared/notice/notices';
import { common } from '../../../shared/texts';
import { iconSize, iconStroke } from '../../../shared/theme/tokens';
import { useDialogFrame } from '../../../shared/ui/dialogFrame';
import { t } from '../texts';
import { AddressField } from './AddressField';
import { useAddPoints } from './api';
import css from './dialogs.module.css';
import { HoursField } from './HoursField';
import { hoursRefusal } from './hours';
import type { City, PointValues } from './rules';
import { emptyPoint, isComplete, rowErrors, rowsSchema } from './rules';
import { usePlace } from './usePlace';

type RowProps = {
  n: number;
  uuidCity: string;
  row: PointValues;
  /** Takes a function: address and place may be set in the same event. */
  onChange: (change: (row: PointValues) => PointValues) => void;
  onRemove: (() => void) | null;
  refused: boolean;
};

function Row({ n, uuidCity, row, onChange, onRemove, refused }: RowProps) {
  const place = usePlace({
    uuidCity,
    address: row.address,
    setAddress: (address) => onChange((now) => ({ ...now, address })),
    setPlace: (found) => onChange((now) => ({ ...now, place: found })),
  });
  return (
    <fieldset className={css.row}>
      <legend className={css.legend}>{t.points.wizard.row(n)}</legend>
      {onRemove && (
        <Tooltip label={common.delete}>
          <ActionIcon
            className={css.cross}
            variant="subtle"
            color="gray"
            aria-label={t.points.wizard.removeRow(n)}
            onClick={onRemove}
          >
            <IconX size={iconSize.md} stroke={iconStroke} />
          </ActionIcon>
        </Tooltip>
      )}
      <AddressField
        name={`address-${n}`}
        label={t.points.address}
        value={row.address}
        error={refused && row.address.trim() === ''}
        uuidCity={uuidCity}
        place={{
          ...place,
          // A changed address is another place.
          typed: (text) => {
            place.typed(text);
            onChange((now) => ({ ...now, place: null }));
          },
        }}
        autoFocus
      />
      {row.place && <p className={css.quiet}>{t.points.placed}</p>}
      <HoursField
        value={row.hours}
        onChange={(hours) => onChange((now) => ({ ...now, hours }))}
        error={refused && hoursRefusal(row.hours) !== null}
      />
    </fieldset>
  );
}

type Props = {
  uuidPartner: string;
  city: City;
  back: () => void;
  close: () => void;
  onBusy: (busy: boolean) => void;
};

// A stable key: rows are added and removed.
type Numbered = PointValues & { id: number };

/** The second step of the wizard: addresses with hours, one per row. */
export function CityAddresses({ uuidPartner, city, back, close, onBusy }: Props) {
  const add = useAddPoints();
  const dialog = useDialogFrame();
  const form = useAppForm({
    schema: rowsSchema,
    initial: { rows: [{ ...emptyPoint(), id: 1 }] as Numbered[] },
    save: ({ rows }, { key }) =>
      add.mutateAsync({ uuidPartner, uuidCity: city.uuid, points: rows, key }),
    saved: (added) => {
      notifyDone(t.points.done, added.length > 1 ? t.points.addedSeveral : t.points.added);
      close();
    },
    refused: rowErrors,
    draft: `points/${uuidPartner}/${city.uuid}/several`,
  });
  // In another city the addresses may stay, their places on the map are wrong.
  useDidUpdate(
    () => form.update('rows', (now) => now.map((row) => ({ ...row, place: null }))),
    [city.uuid],
  );
  const { saving } = form;
  useEffect(() => onBusy(saving), [onBusy, saving]);
  const { value: rows, onChange: setRows, error } = form.field('rows');
  const [early, setEarly] = useState(false);
  const complete = rows.every(isComplete);
  const refused = Boolean(error) || early;
  const change = (id: number, next: (row: PointValues) => PointValues) =>
    form.update('rows', (now) => now.map((row) => (row.id === id ? { ...next(row), id } : row)));
  const addRow = () => {
    setEarly(!complete);
    if (!complete) return;
    const last = Math.max(...rows.map(({ id }) => id));
    setRows([...rows, { ...emptyPoint(rows.at(-1)?.hours), id: last + 1 }]);
  };
  const message = error || (early && !complete && t.points.wizard.incomplete);
  return (
    <AppForm form={form} label={t.points.wizard.title}>
      {rows.map((row, i) => (
        <Row
          key={row.id}
          n={i + 1}
          uuidCity={city.uuid}
          row={row}
          onChange={(next) => change(row.id, next)}
          onRemove={rows.length > 1 ? () => setRows(rows.filter((one) => one !== row)) : null}
          refused={refused && !isComplete(row)}
        />
      ))}
      {message && (
        <p className={css.error} role="alert">
          {message}
        </p>
      )}
      <Button
        variant="default"
        leftSection={<IconPlus size={iconSize.sm} stroke={iconStroke} aria-hidden />}
        onClick={addRow}
      >
        {t.points.wizard.addRow}
      </Button>
      <div className={css.actions}>
        <Button variant="default" data-left onClick={back}>
          {t.points.wizard.back}
        </Button>
        <Button variant="default" onClick={dialog?.leave}>
          {common.cancel}
        </Button>
        <Button type="submit" loading={saving}>
          {common.save}
        </Button>
      </div>
    </AppForm>
  );
}
