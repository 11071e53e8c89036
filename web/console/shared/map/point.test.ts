import { describe, expect, it } from 'vitest';
import { clustersOf, readPoint, showPoint, tidyPoint } from './point';

describe('coordinates', () => {
  it.each([
    ['55.751244, 37.618423', 55.751244, 37.618423],
    ['55.751244,37.618423', 55.751244, 37.618423],
    ['55,751244 37,618423', 55.751244, 37.618423],
    ['55,751244; 37,618423', 55.751244, 37.618423],
    [' -12.5 ; 130 ', -12.5, 130],
    ['55, 37', 55, 37],
    ['55.75124412345, 37.6', 55.751244, 37.6],
  ])('are read from %j', (text, latitude, longitude) => {
    expect(readPoint(text)).toEqual({ latitude, longitude });
  });

  it.each(['', 'Москва', '55.75', '91, 10', '10, 181', '55.75, 37.57, 1', '1e3, 5', '5512, 37'])(
    'are not read from %j',
    (text) => {
      expect(readPoint(text)).toBeNull();
    },
  );

  it('round-trip through their text', () => {
    const point = { latitude: -0.1, longitude: 179.9999999 };
    expect(showPoint(point)).toBe('-0.100000, 180.000000');
    expect(readPoint(showPoint({ latitude: 55.75, longitude: 37.57 }))).toEqual({
      latitude: 55.75,
      longitude: 37.57,
    });
  });

  it('are normalized to the globe', () => {
    expect(tidyPoint({ latitude: 95, longitude: 190 })).toEqual({ latitude: 90, longitude: -170 });
    expect(tidyPoint({ latitude: 1, longitude: -541 })).toEqual({ latitude: 1, longitude: 179 });
  });
});

describe('clusters', () => {
  it('merge nearby points at their centre without losing any', () => {
    const placed = [
      { x: 10, y: 10, item: 'a' },
      { x: 30, y: 50, item: 'b' },
      { x: 200, y: 10, item: 'c' },
      { x: -10, y: 10, item: 'd' },
    ];
    expect(clustersOf(placed, 64)).toEqual([
      { x: 20, y: 30, items: ['a', 'b'] },
      { x: 200, y: 10, items: ['c'] },
      { x: -10, y: 10, items: ['d'] },
    ]);
    expect(clustersOf([], 64)).toEqual([]);
  });
});
