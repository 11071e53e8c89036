import { Skeleton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { t as form } from '../form/texts';
import { lazily } from '../ui/lazily';
import type { Tiles } from './leaflet';
import css from './PointField.module.css';
import { type Point, readPoint, showPoint } from './point';
import { t } from './texts';

// Lazy: the map comes only where a place is marked.
const waiting = <Skeleton height={260} />;
const PointMap = lazily(() => import('./PointMap').then((file) => file.PointMap), { waiting });

type Props = {
  value: Point | null;
  address: string;
  onChange: (point: Point | null) => void;
  centre?: Point | null;
  /** Undefined while they are not known. */
  tiles: Tiles | null | undefined;
  error?: string | boolean;
  /** Another operator has saved another place. */
  note?: string;
};

/** A point, picked on a map or typed as coordinates. */
export function PointField({ value, address, onChange, centre, tiles, error, note }: Props) {
  const shown = value ? showPoint(value) : '';
  const [typed, setTyped] = useState(shown);
  const [previous, setPrevious] = useState(shown);
  const [refused, setRefused] = useState(false);
  // A moved marker updates the text.
  if (previous !== shown) {
    setPrevious(shown);
    setTyped(shown);
    setRefused(false);
  }
  const take = () => {
    const point = readPoint(typed);
    const isWrong = point === null && typed.trim() !== '';
    setRefused(isWrong);
    if (isWrong) return;
    // Blur without a change must not look up the address again.
    if ((point ? showPoint(point) : '') === shown) setTyped(shown);
    else onChange(point);
  };
  return (
    <div className={css.field}>
      {tiles === undefined ? (
        waiting
      ) : (
        <PointMap {...{ value, address, onChange, centre, tiles }} />
      )}
      <p className={css.hint}>{value ? t.move : t.place}</p>
      <TextInput
        label={t.coordinates}
        description={note ? form.changedElsewhere : t.coordinatesHint}
        error={refused ? t.coordinatesWrong : error}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault(); // Enter would submit the form
          take();
        }}
      />
    </div>
  );
}
