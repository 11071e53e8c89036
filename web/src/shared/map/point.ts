/** A place on the map, as the server spells it. */
export type Point = { latitude: number; longitude: number };

/** Where a map opens when nothing is known (spec §9). */
export const defaultCentre: Point = { latitude: 55.75, longitude: 37.57 };

/** How near a map opens at a point (spec §9). */
export const defaultZoom = 17;

// Some ten centimetres: more would only be noise.
const digits = 6;

const round = (value: number) => Number(value.toFixed(digits));

/** A place without the noise that a dragged marker brings; beyond the date line it is the same place again. */
export const tidyPoint = ({ latitude, longitude }: Point): Point => ({
  latitude: round(Math.min(90, Math.max(-90, latitude))),
  longitude: round(((((longitude + 180) % 360) + 360) % 360) - 180),
});

/** Coordinates as they are shown and copied: 55.751244, 37.618423. */
export const showPoint = ({ latitude, longitude }: Point) =>
  `${latitude.toFixed(digits)}, ${longitude.toFixed(digits)}`;

/** Reads coordinates in any usual spelling: by comma, semicolon or blank, with a decimal point or comma. */
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

/** Something at a place on the screen. */
export type Placed<T> = { x: number; y: number; item: T };

/** Things that stand together: in their middle. */
export type Cluster<T> = { x: number; y: number; items: T[] };

/** Puts together what falls into the same square of the screen: no more markers than fit. */
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
