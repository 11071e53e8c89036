import L from 'leaflet';
import { useEffect, useRef } from 'react';
import { createMap, heap, label, latLng, pin, type Tiles } from './leaflet';
import css from './map.module.css';
import { type Cluster, clustersOf, defaultCentre, type Point } from './point';
import { t } from './texts';
import { useGround } from './useGround';

/** A point with its texts. */
type NamedPoint = Point & { id: string; title: string; detail?: string };

/** A bounding box. */
export type Box = { south: number; west: number; north: number; east: number };

type Props = {
  points: readonly NamedPoint[];
  tiles: Tiles | null;
  /** Called with the visible box, if the points are loaded by box. */
  onView?: (box: Box) => void;
  /** The action in a point's popup. */
  action?: { label: string; run: (id: string) => void };
};

// What the map of this moment shows.
type Drawn = Pick<Props, 'points' | 'action' | 'tiles'>;

// Size of a cluster cell, px.
const square = 56;
const nearest = 16;

// Text nodes, not HTML: an address is user input.
function popup({ id, title, detail }: NamedPoint, action: Props['action']) {
  const box = document.createElement('div');
  box.className = css.popup ?? '';
  const line = (tag: 'strong' | 'span', text: string) => {
    const element = document.createElement(tag);
    element.textContent = text;
    box.append(element);
  };
  line('strong', title);
  if (detail) line('span', detail);
  if (action) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = action.label;
    button.addEventListener('click', () => action.run(id));
    box.append(button);
  }
  return box;
}

function markerOf(map: L.Map, cluster: Cluster<NamedPoint>, { action, tiles }: Drawn) {
  const [first] = cluster.items;
  const zoom = map.getZoom();
  if (first && cluster.items.length === 1) {
    const marker = L.marker(latLng(first), { icon: pin(), title: first.title });
    if (!tiles) label(marker, first.title);
    return marker.bindPopup(() => popup(first, action), { closeButton: false });
  }
  const count = cluster.items.length;
  return L.marker(map.unproject([cluster.x, cluster.y], zoom), {
    icon: heap(count),
    title: t.several(count),
  }).on('click', () => {
    const bounds = L.latLngBounds(cluster.items.map(latLng));
    // Points at the same spot never separate: beyond the nearest zoom each click zooms one step.
    map.flyToBounds(bounds.pad(0.1), { maxZoom: Math.max(nearest, zoom + 1), duration: 0.2 });
  });
}

function draw(map: L.Map, layer: L.LayerGroup, props: Drawn) {
  const zoom = map.getZoom();
  const visible = map.getBounds().pad(0.2);
  const placed = props.points
    .filter((point) => visible.contains(latLng(point)))
    .map((item) => ({ ...map.project(latLng(item), zoom), item }));
  layer.clearLayers();
  for (const cluster of clustersOf(placed, square)) layer.addLayer(markerOf(map, cluster, props));
}

const clamp = (value: number, most: number) => Math.max(-most, Math.min(most, value));

function boxOf(map: L.Map): Box {
  const bounds = map.getBounds();
  return {
    south: clamp(bounds.getSouth(), 90),
    west: clamp(bounds.getWest(), 180),
    north: clamp(bounds.getNorth(), 90),
    east: clamp(bounds.getEast(), 180),
  };
}

/** A map of many points with clusters. */
export function PointsMap(props: Props) {
  const { points } = props;
  const ground = useGround(props.tiles);
  const element = useRef<HTMLDivElement>(null);
  const redraw = useRef<() => void>(undefined);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (!element.current) return;
    const { points: first } = latest.current;
    const { map, remove } = createMap(element.current, first[0] ?? defaultCentre, ground);
    if (first.length > 1) {
      map.fitBounds(L.latLngBounds(first.map(latLng)).pad(0.05), { maxZoom: nearest });
    }
    const layer = L.layerGroup().addTo(map);
    redraw.current = () => draw(map, layer, { ...latest.current, tiles: ground.tiles });
    redraw.current();
    map.on('moveend', () => {
      redraw.current?.();
      latest.current.onView?.(boxOf(map));
    });
    return () => {
      redraw.current = undefined;
      remove();
    };
  }, [ground]);

  // New points for another box do not move the map.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read through latest
  useEffect(() => redraw.current?.(), [points]);

  return <div ref={element} className={css.map} data-tall role="application" aria-label={t.map} />;
}
