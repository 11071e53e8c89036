import L from 'leaflet';
import { useEffect, useRef } from 'react';
import { createMap, label, latLng, pin, type Tiles } from './leaflet';
import css from './map.module.css';
import { defaultCentre, type Point, tidyPoint } from './point';
import { t } from './texts';
import { useGround } from './useGround';

type Props = {
  value: Point | null;
  /** The address, shown at the marker. */
  address: string;
  onChange: (point: Point) => void;
  /** Centre of the map while there is no point. */
  centre?: Point | null;
  tiles: Tiles | null;
};

// Step of an arrow key, px.
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
    event.stopPropagation(); // otherwise the map moves too
    const at = map.latLngToContainerPoint(marker.getLatLng()).add(way);
    marker.setLatLng(map.containerPointToLatLng(at));
  });
  // Reported on keyup: a held key would look up an address at every step.
  element?.addEventListener('keyup', (event) => {
    if (arrows[event.key]) moved(pointOf(marker.getLatLng()));
  });
  return marker;
}

/** A map with one point that can be dragged, set by a click or moved with the arrow keys. */
export function PointMap({ value, address, onChange, centre, tiles }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const map = useRef<L.Map>(null);
  const marker = useRef<L.Marker>(null);
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;
  const start = useRef(value ?? centre ?? defaultCentre);
  const ground = useGround(tiles);

  useEffect(() => {
    if (!element.current) return;
    const made = createMap(element.current, start.current, ground);
    map.current = made.map;
    made.map.on('click', ({ latlng }) => latestOnChange.current(pointOf(latlng)));
    return () => {
      map.current = null;
      marker.current = null;
      made.remove();
    };
  }, [ground]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is recreated on another ground
  useEffect(() => {
    if (!map.current) return;
    if (!value) {
      marker.current?.remove();
      marker.current = null;
      return;
    }
    const place = latLng(value);
    marker.current ??= draggable(map.current, place, (point) => latestOnChange.current(point));
    marker.current.setLatLng(place);
    if (!map.current.getBounds().pad(-0.05).contains(place)) map.current.setView(place);
  }, [value, ground]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the marker depends on the point only
  useEffect(() => {
    if (marker.current && !ground.tiles) label(marker.current, address);
  }, [address, value, ground]);

  // Follows the chosen city until a point is set.
  useEffect(() => {
    if (centre && !marker.current) map.current?.setView(latLng(centre));
  }, [centre]);

  return <div ref={element} className={css.map} role="application" aria-label={t.map} />;
}
