import L from 'leaflet';
import { useEffect, useRef } from 'react';
import { createMap, label, latLng, pin, type Tiles } from './leaflet';
import css from './map.module.css';
import { defaultCentre, type Point, tidyPoint } from './point';
import { t } from './texts';

type Props = {
  value: Point | null;
  /** What stands at the place. */
  address: string;
  onChange: (point: Point) => void;
  /** Where the map opens while there is no place yet. */
  centre?: Point | null;
  tiles: Tiles | null;
};

// Pixels that an arrow key moves the marker by.
const step = 8;
const arrows: Readonly<Record<string, [number, number]>> = {
  ArrowLeft: [-step, 0],
  ArrowRight: [step, 0],
  ArrowUp: [0, -step],
  ArrowDown: [0, step],
};

const pointOf = ({ lat, lng }: L.LatLng) => tidyPoint({ latitude: lat, longitude: lng });

function draggable(map: L.Map, place: L.LatLng, moved: (point: Point) => void) {
  const marker = L.marker(place, { draggable: true, icon: pin(), title: t.marker }).addTo(map);
  marker.on('dragend', () => moved(pointOf(marker.getLatLng())));
  const element = marker.getElement();
  element?.addEventListener('keydown', (event) => {
    const way = arrows[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation(); // else the map moves too
    const at = map.latLngToContainerPoint(marker.getLatLng()).add(way);
    marker.setLatLng(map.containerPointToLatLng(at));
  });
  // Told when the key is let go: a held key would ask for an address at every step.
  element?.addEventListener('keyup', (event) => {
    if (arrows[event.key]) moved(pointOf(marker.getLatLng()));
  });
  return marker;
}

/** A map with one place that can be dragged, put by a click or moved by the arrow keys. */
export function PointMap({ value, address, onChange, centre, tiles }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const map = useRef<L.Map>(null);
  const marker = useRef<L.Marker>(null);
  const told = useRef(onChange);
  told.current = onChange;
  const start = useRef(value ?? centre ?? defaultCentre);

  useEffect(() => {
    if (!element.current) return;
    const made = createMap(element.current, start.current, tiles);
    map.current = made.map;
    made.map.on('click', ({ latlng }) => told.current(pointOf(latlng)));
    return () => {
      map.current = null;
      marker.current = null;
      made.remove();
    };
  }, [tiles]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with other tiles the map is made anew
  useEffect(() => {
    if (!map.current) return;
    if (!value) {
      marker.current?.remove();
      marker.current = null;
      return;
    }
    const place = latLng(value);
    marker.current ??= draggable(map.current, place, (point) => told.current(point));
    marker.current.setLatLng(place);
    if (!map.current.getBounds().pad(-0.05).contains(place)) map.current.setView(place);
  }, [value, tiles]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the marker comes and goes with its place
  useEffect(() => {
    if (marker.current && !tiles) label(marker.current, address);
  }, [address, value, tiles]);

  // A city chosen meanwhile: the map goes there, unless a place is marked already.
  useEffect(() => {
    if (centre && !marker.current) map.current?.setView(latLng(centre));
  }, [centre]);

  return <div ref={element} className={css.map} role="application" aria-label={t.map} />;
}
