import { Skeleton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { lazily } from '../ui/lazily';
import type { Tiles } from './leaflet';
import css from './PointField.module.css';
import { type Point, readPoint, showPoint } from './point';
import { t } from './texts';

// Lazy: the map comes only where a place is marked.
const PointMap = lazily(() => import('./PointMap').then((file) => file.PointMap), {
  waiting: <Skeleton height={260} />,
});

type Props = {
  value: Point | null;
  address: string;
  onChange: (point: Point | null) => void;
  centre?: Point | null;
  tiles: Tiles | null;
  error?: string | boolean;
};

/** A place: marked on a map, or typed as coordinates. */
export function PointField({ value, address, onChange, centre, tiles, error }: Props) {
  const shown = value ? showPoint(value) : '';
  const [typed, setTyped] = useState(shown);
  const [told, setTold] = useState(shown);
  const [refused, setRefused] = useState(false);
  // A marker that was moved says where it stands.
  if (told !== shown) {
    setTold(shown);
    setTyped(shown);
    setRefused(false);
  }
  const take = () => {
    const point = readPoint(typed);
    const isWrong = point === null && typed.trim() !== '';
    setRefused(isWrong);
    if (isWrong) return;
    // The place that is there already is no news: leaving the field must not ask for its address again.
    if ((point ? showPoint(point) : '') === shown) setTyped(shown);
    else onChange(point);
  };
  return (
    <div className={css.field}>
      <PointMap value={value} address={address} onChange={onChange} centre={centre} tiles={tiles} />
      <p className={css.hint}>{value ? t.move : t.place}</p>
      <TextInput
        label={t.coordinates}
        description={t.coordinatesHint}
        error={refused ? t.coordinatesWrong : error}
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault(); // Enter would send the form
          take();
        }}
      />
    </div>
  );
}
