import { onlineManager, useMutation, useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../../kit/api/problem';
import { renderBare } from '../../test/render';
import { user } from '../../test/user';
import { dismissAll } from '../notice/notices';
import { Retry } from '../ui/Retry';

const lost = 'Не удалось связаться с сервером. Проверьте интернет-соединение.';
const call = vi.fn<() => Promise<string>>();

function go(online: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  act(() => onlineManager.setOnline(online));
}

beforeEach(() => {
  dismissAll();
  call.mockReset();
});
afterEach(() => go(true));

function Change() {
  const change = useMutation({ mutationFn: call });
  return (
    <button type="button" onClick={() => change.mutate()}>
      {change.isPending ? 'Ждёт' : 'Заблокировать'}
    </button>
  );
}

function Shown() {
  const { data, error, refetch } = useQuery({ queryKey: ['shown'], queryFn: call });
  if (error) return <Retry error={error} onRetry={refetch} />;
  return <p>{data ?? 'Скелет'}</p>;
}

describe('without a network', () => {
  beforeEach(() => {
    go(false);
    call.mockRejectedValue(new Problem(0));
  });

  it('a mutation fails at once and is not sent after reconnecting', async () => {
    renderBare(<Change />);
    await user.click(screen.getByRole('button'));
    expect((await screen.findByRole('alert')).textContent).toContain(lost);
    expect(screen.getByRole('button', { name: 'Заблокировать' })).toBeDefined();
    call.mockResolvedValue('done');
    go(true);
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(call).toHaveBeenCalledOnce();
  });

  it('a query fails at once and is refetched after reconnecting', async () => {
    renderBare(<Shown />);
    expect((await screen.findByRole('alert')).textContent).toContain(lost);
    expect(call).toHaveBeenCalledOnce();
    call.mockResolvedValue('Строки');
    go(true);
    expect(await screen.findByText('Строки')).toBeDefined();
  });
});

describe('a query', () => {
  it.each([
    ['a timeout', new Problem(0, { waited: true }), 1],
    ['a refusal', new Problem(403), 1],
    ['an error in its own code', new TypeError('x is undefined'), 1],
    ['a broken connection', new Problem(0), 2],
    ['a broken server', new Problem(502), 2],
    ['a server whose database hangs', new Problem(503, { waited: true }), 1],
  ])('after %s', async (_what, thrown, tries) => {
    vi.spyOn(console, 'error').mockReturnValue();
    call.mockRejectedValue(thrown);
    renderBare(<Shown />);
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeNull());
    expect(call).toHaveBeenCalledTimes(tries);
  });
});
