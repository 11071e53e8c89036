import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import css from './map.module.css';
import { defaultZoom, type Point } from './point';
import { t } from './texts';

/** The tile server; without it the map has a plain background. */
export type Tiles = { url: string; attribution: string };

/** What a map is drawn on: tiles, or a plain background with a note that explains it. */
export type Ground = { tiles: Tiles | null; note: string; fail: () => void };

const nearest = 19;

/** A point in Leaflet's format. */
export const latLng = ({ latitude, longitude }: Point) => L.latLng(latitude, longitude);

// A plain grid: without tiles, movement and distance are still visible.
class Grid extends L.GridLayer {
  protected override createTile() {
    const tile = document.createElement('div');
    tile.className = css.tile ?? '';
    return tile;
  }
}

// Explains the missing tiles.
class Note extends L.Control {
  constructor(private readonly text: string) {
    super({ position: 'bottomleft' });
  }

  override onAdd() {
    return textIn('div', this.text, css.note);
  }
}

// A single tile may be missing: it is a failure if all visible ones have ended and none has loaded.
function tilesOf({ url }: Tiles, fail: () => void) {
  const layer = L.tileLayer(url, { maxZoom: nearest });
  let loaded = false;
  layer.on('tileload', () => {
    loaded = true;
  });
  layer.on('load', () => loaded || fail());
  return layer;
}

// A text node, not HTML: an address is user input.
function textIn(tag: 'div' | 'span', text: string, name: string | undefined) {
  const element = document.createElement(tag);
  element.className = name ?? '';
  element.textContent = text;
  return element;
}

// Hidden from assistive technology: the marker's title and the form field have the same text.
function silence({ tooltip }: L.TooltipEvent) {
  const element = tooltip.getElement();
  element?.removeAttribute('role');
  element?.setAttribute('aria-hidden', 'true');
}

/** Labels a marker with its address: without tiles nothing else shows where it is. */
export function label(marker: L.Marker, address: string) {
  marker.unbindTooltip().off('tooltipopen', silence).on('tooltipopen', silence);
  if (!address) return;
  const [offset, direction] = [L.point(size.width / 2, -size.height / 2), 'right'] as const;
  const options = { permanent: true, direction, offset, className: css.label ?? '' };
  marker.bindTooltip(textIn('span', address, css.address), options);
}

/** Creates a map with Russian labels that follows the size of its element. Call remove on unmount. */
export function createMap(element: HTMLElement, centre: Point, { tiles, note, fail }: Ground) {
  const map = L.map(element, {
    center: latLng(centre),
    zoom: defaultZoom,
    maxZoom: nearest,
    minZoom: 2,
    zoomControl: false,
    attributionControl: false,
    scrollWheelZoom: false,
    worldCopyJump: true,
  });
  L.control.zoom({ zoomInTitle: t.zoomIn, zoomOutTitle: t.zoomOut }).addTo(map);
  if (tiles) {
    tilesOf(tiles, fail).addTo(map);
    L.control.attribution({ prefix: false }).addAttribution(tiles.attribution).addTo(map);
  } else {
    new Grid({ tileSize: 128 }).addTo(map);
    new Note(note).addTo(map);
  }
  // The wheel scrolls the page until the map is clicked.
  map.on('focus', () => map.scrollWheelZoom.enable());
  map.on('blur', () => map.scrollWheelZoom.disable());
  const watch = new ResizeObserver(() => map.invalidateSize());
  watch.observe(element);
  const remove = () => {
    watch.disconnect();
    map.remove();
  };
  return { map, remove };
}

const size = { width: 28, height: 36 };

/** A marker of one point. */
export const pin = () =>
  L.divIcon({
    className: css.pin,
    iconSize: [size.width, size.height],
    iconAnchor: [size.width / 2, size.height],
    popupAnchor: [0, -size.height + 4],
    html: `<svg width="${size.width}" height="${size.height}" viewBox="0 0 28 36" aria-hidden="true"><path d="M14 1a13 13 0 0 0-13 13c0 9.5 13 21 13 21s13-11.5 13-21A13 13 0 0 0 14 1z"/><circle cx="14" cy="14" r="5"/></svg>`,
  });

/** A marker of a cluster. */
export const heap = (count: number) =>
  L.divIcon({
    className: css.heap,
    iconSize: [36, 36],
    html: `<span aria-hidden="true">${count}</span>`,
  });
