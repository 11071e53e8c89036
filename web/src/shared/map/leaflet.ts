import L from 'leaflet';
import 'leaflet/dist/leaflet.css';
import css from './map.module.css';
import { defaultZoom, type Point } from './point';
import { t } from './texts';

/** Where the pictures of the ground come from; without it the ground is plain. */
export type Tiles = { url: string; attribution: string };

const nearest = 19;

/** Leaflet's spelling of a place. */
export const latLng = ({ latitude, longitude }: Point) => L.latLng(latitude, longitude);

// Plain ground with a fine grid: without any pictures one still sees what moves and how far.
class Ground extends L.GridLayer {
  protected override createTile() {
    const tile = document.createElement('div');
    tile.className = css.tile ?? '';
    return tile;
  }
}

// Says why there is nothing but a grid.
class Note extends L.Control {
  override onAdd() {
    return textIn('div', t.noGround, css.note);
  }
}

// An element, not HTML: an address may hold anything.
function textIn(tag: 'div' | 'span', text: string, name: string | undefined) {
  const element = document.createElement(tag);
  element.className = name ?? '';
  element.textContent = text;
  return element;
}

// For the eyes alone: the marker's title and the form's field say the same, and a tooltip that always stands is none.
function silence({ tooltip }: L.TooltipEvent) {
  const element = tooltip.getElement();
  element?.removeAttribute('role');
  element?.setAttribute('aria-hidden', 'true');
}

/** Writes an address beside its marker: on plain ground nothing else says where it is. */
export function label(marker: L.Marker, address: string) {
  marker.unbindTooltip().off('tooltipopen', silence).on('tooltipopen', silence);
  if (!address) return;
  const [offset, direction] = [L.point(size.width / 2, -size.height / 2), 'right'] as const;
  const options = { permanent: true, direction, offset, className: css.label ?? '' };
  marker.bindTooltip(textIn('span', address, css.address), options);
}

/** A map in an element: Russian titles, the given ground, its size followed. Call the answer's remove. */
export function createMap(element: HTMLElement, centre: Point, tiles: Tiles | null) {
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
    L.tileLayer(tiles.url, { maxZoom: nearest }).addTo(map);
    L.control.attribution({ prefix: false }).addAttribution(tiles.attribution).addTo(map);
  } else {
    new Ground({ tileSize: 128 }).addTo(map);
    new Note({ position: 'bottomleft' }).addTo(map);
  }
  // The wheel scrolls the page until the map is taken into hand.
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

/** The marker of one place. */
export const pin = () =>
  L.divIcon({
    className: css.pin,
    iconSize: [size.width, size.height],
    iconAnchor: [size.width / 2, size.height],
    popupAnchor: [0, -size.height + 4],
    html: `<svg width="${size.width}" height="${size.height}" viewBox="0 0 28 36" aria-hidden="true"><path d="M14 1a13 13 0 0 0-13 13c0 9.5 13 21 13 21s13-11.5 13-21A13 13 0 0 0 14 1z"/><circle cx="14" cy="14" r="5"/></svg>`,
  });

/** The marker of several places that stand too near to be told apart; its title names it. */
export const heap = (count: number) =>
  L.divIcon({
    className: css.heap,
    iconSize: [36, 36],
    html: `<span aria-hidden="true">${count}</span>`,
  });
