import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderBare } from '../../test/render';
import { PointMap } from './PointMap';
import { PointsMap } from './PointsMap';

const tiles = { url: 'https://tiles.example/{z}/{x}/{y}.png', attribution: '© карта' };
const point = { latitude: 55.75, longitude: 37.61 };
const address = 'ул. Ленина, 1';
const note = 'Карта не загрузилась: видны только отметки и адреса';

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
});

const images = () => [...document.querySelectorAll('img.leaflet-tile')];

it.each([
  [
    'one point',
    <PointMap key="1" value={point} address={address} onChange={vi.fn()} tiles={tiles} />,
  ],
  [
    'many points',
    <PointsMap key="2" points={[{ ...point, id: 'a', title: address }]} tiles={tiles} />,
  ],
])('a map of %s whose tiles do not load says so, with the addresses', async (_what, map) => {
  renderBare(map);
  expect(images().length).toBeGreaterThan(0);
  expect(screen.queryByText(address)).toBeNull();
  for (const image of images()) fireEvent.error(image);
  expect(await screen.findByText(note)).toBeDefined();
  expect(screen.getByText(address)).toBeDefined();
});

it('one missing tile is no failure', () => {
  renderBare(<PointMap value={point} address={address} onChange={vi.fn()} tiles={tiles} />);
  const [first, ...others] = images();
  fireEvent.load(first as Element);
  for (const image of others) fireEvent.error(image);
  expect(screen.queryByText(note)).toBeNull();
});
