import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderBare } from '../../test/render';
import { user } from '../../test/user';
import { markUnsaved } from '../form/unsaved';
import { lazily } from './lazily';

const missing = () => new TypeError('Failed to fetch dynamically imported module: /assets/a.js');
const Page = ({ name }: { name: string }) => <p>Страница {name}</p>;

function draw() {
  const load = vi.fn<() => Promise<typeof Page>>().mockRejectedValue(missing());
  const Lazy = lazily(load, { waiting: <p>Скелет</p> });
  const show = () =>
    renderBare(
      <>
        <Lazy name="первая" />
        <input aria-label="Текст" />
      </>,
    );
  return { load, Lazy, show };
}

it('shows a placeholder, then the component', async () => {
  const { load, show } = draw();
  load.mockResolvedValue(Page);
  show();
  expect(screen.getByText('Скелет')).toBeDefined();
  expect(await screen.findByText('Страница первая')).toBeDefined();
});

it('that was preloaded renders at once', async () => {
  const { load, Lazy, show } = draw();
  load.mockResolvedValue(Page);
  await Lazy.preload();
  show();
  expect(screen.getByText('Страница первая')).toBeDefined();
});

it('that fails to load shows the error in place and can be retried', async () => {
  const { load, show } = draw();
  show();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Не удалось связаться с сервером.');
  await user.type(screen.getByLabelText('Текст'), 'набрано');
  load.mockResolvedValue(Page);
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Страница первая')).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('Текст').value).toBe('набрано');
});

it('that fails to load is retried when the network is back', async () => {
  const { load, Lazy, show } = draw();
  await Lazy.preload(); // as the router does; it must not throw
  show();
  await screen.findByRole('alert');
  load.mockResolvedValue(Page);
  act(() => void dispatchEvent(new Event('online')));
  expect(await screen.findByText('Страница первая')).toBeDefined();
});

it('retries a failed style sheet until it loads', async () => {
  const { load, show } = draw();
  load.mockResolvedValue(Page);
  const sheet = () => document.querySelector('link[href="/assets/lost.css"]');
  const lost = Object.assign(document.createElement('link'), { rel: 'stylesheet' });
  lost.setAttribute('href', '/assets/lost.css');
  document.head.append(lost);
  lost.dispatchEvent(new Event('error'));
  show();
  const second = sheet();
  expect(second).not.toBe(lost);
  act(() => void second?.dispatchEvent(new Event('error')));
  await screen.findByRole('alert');
  expect(load).not.toHaveBeenCalled(); // not before its styles
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(sheet()).not.toBe(second);
  sheet()?.dispatchEvent(new Event('load'));
  expect(await screen.findByText('Страница первая')).toBeDefined();
  sheet()?.remove();
});

it('of an outdated version reloads the page, unless the page is new or has unsaved changes', async () => {
  const reload = vi.fn();
  const here = location;
  vi.stubGlobal('location', { ...here, reload });
  vi.stubGlobal('fetch', async () => new Response(null));
  const now = vi.spyOn(performance, 'now').mockReturnValue(5000);
  draw().show();
  await screen.findByRole('alert');
  now.mockReturnValue(120_000);
  const saved = markUnsaved(Symbol('form'));
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(reload).not.toHaveBeenCalled();
  saved();
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  vi.stubGlobal('location', here);
});

it('that throws is not reported as a network failure', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { load, Lazy, show } = draw();
  load.mockRejectedValue(new TypeError('x is undefined'));
  await Lazy.preload();
  expect(show).toThrow('x is undefined');
});
