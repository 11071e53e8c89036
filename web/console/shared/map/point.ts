/** A point in the server's format. */
export type Point = { latitude: number; longitude: number };

/** Default centre of a map. */
export const defaultCentre: Point = { latitude: 55.75, longitude: 37.57 };

/** Default zoom at a point. */
export const defaultZoom = 17;

// About ten centimetres.
const digits = 6;

const round = (value: number) => Number(value.toFixed(digits));

/** Rounds a dragged point and wraps its longitude at the date line. */
export const tidyPoint = ({ latitude, longitude }: Point): Point => ({
  latitude: round(Math.min(90, Math.max(-90, latitude))),
  longitude: round(((((longitude + 180) % 360) + 360) % 360) - 180),
});

/** Coordinates as they are shown and copied: 55.751244, 37.618423. */
export const showPoint = ({ latitude, longitude }: Point) =>
  `${latitude.toFixed(digits)}, ${longitude.toFixed(digits)}`;

/** Parses coordinates: separated by comma, semicolon or blank, with decimal points or commas. */
export function readPoint(text: string): Point | null {
  const plain = text.trim();
  const number = String.raw`(-?\d{1,3}(?:[.,]\d+)?)`;
  const found =
    new RegExp(String.raw`^${number}(?:\s*;\s*|\s*,\s+|\s+)${number}$`).exec(plain) ??
    /^(-?\d{1,3}(?:\.\d+)?),(-?\d{1,3}(?:\.\d+)?)$/.exec(plain);
  const [latitude, longitude] = (found?.slice(1) ?? []).map((part) =>
    Number(part.replace(',', '.')),
  );
  if (latitude === undefined || longitude === undefined) return null;
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return tidyPoint({ latitude, longitude });
}

/** An item at a position on the screen. */
export type Placed<T> = { x: number; y: number; item: T };

/** A cluster at the centre of its items. */
export type Cluster<T> = { x: number; y: number; items: T[] };

/** Clusters items in the same grid cell of the screen. */
export function clustersOf<T>(placed: readonly Placed<T>[], square: number): Cluster<T>[] {
  const cells = new Map<string, Cluster<T>>();
  for (const { x, y, item } of placed) {
    const key = `${Math.floor(x / square)}:${Math.floor(y / square)}`;
    const cell = cells.get(key) ?? { x: 0, y: 0, items: [] };
    const count = cell.items.push(item);
    cell.x += (x - cell.x) / count;
    cell.y += (y - cell.y) / count;
    cells.set(key, cell);
  }
  return [...cells.values()];
}
