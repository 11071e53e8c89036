import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../../kit/api/problem';
import { useChange } from '../../../kit/api/useChange';
import { renderBare } from '../../test/render';
import { dismissAll, getNotices } from '../notice/notices';

let finish: ((failed?: Problem) => void)[] = [];
const send = vi.fn(
  (_variables: string) =>
    new Promise<string>((resolve, reject) => {
      finish.push((failed) => (failed ? reject(failed) : resolve('ok')));
    }),
);
const done = vi.fn();

function Decision() {
  const change = useChange({ mutationFn: send });
  return (
    <>
      <button type="button" onClick={() => change.mutate('да', { onSuccess: done })}>
        Да
      </button>
      <button type="button" onClick={() => change.mutate('нет', { onSuccess: done })}>
        Нет
      </button>
      <button type="button" onClick={change.reset}>
        Заново
      </button>
    </>
  );
}
const press = (text: string) => fireEvent.click(screen.getByText(text));

beforeEach(() => {
  dismissAll();
  finish = [];
  send.mockClear();
  done.mockReset();
  renderBare(<Decision />);
});

describe('a change', () => {
  it('is sent once for a double click, beside another one', async () => {
    press('Да');
    press('Да');
    press('Нет');
    await waitFor(() => expect(finish).toHaveLength(2));
    expect(send.mock.calls.map(([variables]) => variables)).toEqual(['да', 'нет']);
    for (const one of finish) one();
    await waitFor(() => expect(done).toHaveBeenCalled());
  });

  it('can be sent again after a success or a failure', async () => {
    press('Да');
    await waitFor(() => expect(finish).toHaveLength(1));
    finish[0]?.(new Problem(500));
    await waitFor(() => expect(getNotices()).toHaveLength(1));
    press('Да');
    await waitFor(() => expect(finish).toHaveLength(2));
    finish[1]?.();
    await waitFor(() => expect(done).toHaveBeenCalledOnce());
    press('Нет');
    await waitFor(() => expect(send).toHaveBeenCalledTimes(3));
  });

  it('can be sent again after it was cancelled', async () => {
    press('Да');
    press('Заново');
    press('Нет');
    await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
  });
});
