import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../../kit/api/problem';
import { renderBare } from '../../test/render';
import { jwt } from '../../test/tokens';
import { endSession, startSession } from '../session/session';
import { dropTask, getTasks, runTask, type TaskState } from './tasks';

const texts = {
  title: 'Выгрузка студентов',
  preparing: 'Подготовка файла к скачиванию...',
  ready: 'Файл готов',
  download: 'Скачать',
  failed: 'Неизвестная ошибка',
  failedText: 'Ошибка. Попробуйте позже',
  refused: 'Выгрузка не началась',
};
const start = vi.fn<() => Promise<string>>();
const check = vi.fn<(name: string) => Promise<TaskState | null>>();
const run = () => runTask({ kind: 'export', texts, start, check });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const uploading = (progress: number): TaskState => ({ status: 'uploading', link: null, progress });
const uploaded: TaskState = { status: 'uploaded', link: '/files/x?e=1', progress: 100 };

beforeEach(() => {
  vi.useFakeTimers();
  startSession({ access: jwt(), refresh: 'r' });
  start.mockReset().mockResolvedValue('file-1');
  check.mockReset().mockResolvedValue(uploaded);
});
afterEach(() => {
  for (const { id } of getTasks()) dropTask(id);
  vi.useRealTimers();
});

describe('a task', () => {
  it('is asked after every two seconds until its file is ready', async () => {
    check.mockResolvedValueOnce(uploading(40));
    await run();
    expect(check).not.toHaveBeenCalled();
    await pass(2000);
    expect(check).toHaveBeenCalledWith('file-1');
    expect(getTasks()).toMatchObject([{ status: 'uploading', progress: 40 }]);
    await pass(1999);
    expect(check).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(getTasks()).toMatchObject([{ status: 'uploaded', link: '/files/x?e=1' }]);
    await pass(60_000);
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('renews the link of a file that waits', async () => {
    await run();
    await pass(2000);
    check.mockResolvedValue({ ...uploaded, link: '/files/x?e=2' });
    await pass(600_000);
    expect(getTasks()[0]?.link).toBe('/files/x?e=2');
  });

  it('fails when the server says so, or does not start it', async () => {
    check.mockResolvedValue({ status: 'error', link: null, progress: 10 });
    await run();
    await pass(2000);
    expect(getTasks()).toMatchObject([{ status: 'error' }]);
    await pass(5000);
    expect(getTasks()).toEqual([]);
    start.mockRejectedValue(new Problem(403));
    await run();
    expect(getTasks()).toMatchObject([{ status: 'error' }]);
  });

  it('outlives a server that is out of reach for a moment, not one that is gone', async () => {
    check.mockRejectedValueOnce(new Problem(0)).mockRejectedValueOnce(new Problem(503));
    await run();
    await pass(6000);
    expect(getTasks()).toMatchObject([{ status: 'uploaded' }]);
    check.mockReset().mockRejectedValue(new Problem(0));
    await run();
    await pass(10_000);
    expect(getTasks()[1]).toMatchObject({ status: 'error' });
    check.mockReset().mockRejectedValue(new Problem(404));
    await run();
    await pass(2000);
    expect(getTasks().at(-1)).toMatchObject({ status: 'error' });
  });

  it('outlives any time without a network', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    check.mockRejectedValue(new Problem(0));
    await run();
    await pass(60_000);
    expect(getTasks()).toMatchObject([{ status: 'uploading' }]);
    online.mockReturnValue(true);
    check.mockResolvedValue(uploaded);
    await pass(2000);
    expect(getTasks()).toMatchObject([{ status: 'uploaded' }]);
  });

  it('ends without a word when the operator has cancelled it', async () => {
    check.mockResolvedValue(null);
    await run();
    await pass(2000);
    expect(getTasks()).toEqual([]);
  });

  it('is nobody else’s business', async () => {
    await run();
    endSession();
    expect(getTasks()).toEqual([]);
    await pass(4000);
    expect(check).not.toHaveBeenCalled();
  });
});

describe('its notice', () => {
  it('shows progress, then the button; three seconds after the download it hides', async () => {
    check.mockResolvedValueOnce(uploading(40));
    renderBare(null);
    await act(run);
    await pass(2000);
    vi.useRealTimers();
    expect(await screen.findByText('Подготовка файла к скачиванию...')).toBeDefined();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40');
    vi.useFakeTimers();
    act(() => dropTask(getTasks()[0]?.id ?? 0));
    await act(run);
    await pass(2000);
    const link = screen.getByRole('link', { name: 'Скачать' });
    expect(link.getAttribute('href')).toBe('/files/x?e=1');
    expect(link.getAttribute('target')).toBe('_blank');
    link.addEventListener('click', (event) => event.preventDefault());
    act(() => link.click());
    await pass(2999);
    expect(getTasks()).toHaveLength(1);
    await pass(1);
    expect(getTasks()).toEqual([]);
  });

  it('says why the server refused', async () => {
    start.mockRejectedValue(new Problem(429, { detail: 'Уже готовятся три выгрузки.' }));
    renderBare(null);
    await act(run);
    vi.useRealTimers();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Выгрузка не началасьУже готовятся три выгрузки.',
    );
  });

  it('says what failed', async () => {
    start.mockRejectedValue(new Problem(500));
    renderBare(null);
    await act(run);
    vi.useRealTimers();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Неизвестная ошибкаОшибка. Попробуйте позже',
    );
  });
});
