import { useQuery, useQueryClient } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Problem } from '../../../kit/api/problem';
import { renderBare } from '../../test/render';
import { dismissAll, getNotices } from '../notice/notices';
import { useDecision, useFormChange } from './areaChange';

const load = vi.fn(async () => 'данные');
const send = vi.fn<() => Promise<string>>();

function Screen() {
  useQuery({ queryKey: ['students', 'card', '1'], queryFn: load });
  const client = useQueryClient();
  const decide = useDecision('students', send);
  const remove = useDecision('students', send, { deletes: () => [['students', 'old']] });
  const save = useFormChange('students', send);
  const button = (name: string, press: () => void) => (
    <button type="button" onClick={press}>
      {name}
    </button>
  );
  return (
    <>
      {button('Решить', () => decide.mutate())}
      {button('Удалить', () => remove.mutate())}
      {button('Сохранить', () => save.mutate())}
      {button('Есть', () => client.setQueryData(['students', 'old'], 'старое'))}
      <output>{String(client.getQueryData(['students', 'old']))}</output>
    </>
  );
}

beforeEach(async () => {
  dismissAll();
  load.mockClear();
  send.mockReset().mockResolvedValue('ok');
  renderBare(<Screen />);
  await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
});

it('a conflicting decision shows the server’s message and refetches the area', async () => {
  send.mockRejectedValueOnce(new Problem(409, { detail: 'Студента уже заблокировали.' }));
  fireEvent.click(screen.getByText('Решить'));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  expect(JSON.stringify(getNotices())).toContain('Студента уже заблокировали.');
});

it('a form shows its own failure; the area is refetched on success only', async () => {
  send.mockRejectedValueOnce(new Problem(409, { detail: 'нет' }));
  fireEvent.click(screen.getByText('Сохранить'));
  await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
  expect(getNotices()).toEqual([]);
  expect(load).toHaveBeenCalledTimes(1);
  fireEvent.click(screen.getByText('Сохранить'));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
});

it('drops the queries of deleted objects', async () => {
  fireEvent.click(screen.getByText('Есть'));
  fireEvent.click(screen.getByText('Удалить'));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('undefined'));
});
