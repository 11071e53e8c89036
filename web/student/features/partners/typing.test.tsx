import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { memberQuery } from '../../shared/api/member';
import { createQueryClient } from '../../shared/api/queryClient';
import { forgetTyped } from '../../shared/storage/typed';
import { Complaint } from './Complaint';

const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

const open = async (member = 'm-1') => {
  const client = createQueryClient();
  client.setQueryData(memberQuery.queryKey, { id: member } as never);
  render(
    <QueryClientProvider client={client}>
      <Complaint partner="p-1" />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Пожаловаться', hidden: true }));
  return screen.getByLabelText<HTMLTextAreaElement>('Ваша жалоба');
};

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
});
afterEach(forgetTyped);

it('what was typed is there after leaving the screen, for its author alone', async () => {
  await user.type(await open(), 'Скидку не дали');
  cleanup();
  expect((await open('m-2')).value).toBe('');
  cleanup();
  expect((await open()).value).toBe('Скидку не дали');
  cleanup();
  forgetTyped();
  expect((await open()).value).toBe('');
});

it('a text that is too long is not cut, and not sent', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'));
  const text = await open();
  await user.click(text);
  await user.paste('ж'.repeat(2003));
  expect(text.value).toHaveLength(2003);
  expect(screen.getByText(/уберите 3 символа/)).toBeDefined();
  fetched.mockClear();
  await user.click(screen.getByText('Отправить жалобу'));
  expect(fetched).not.toHaveBeenCalled();
});

it('a complaint that is sent again is the same one', async () => {
  const keys: (string | null)[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (sent) => {
    const request = sent as Request;
    if (request.method === 'POST') keys.push(request.headers.get('Idempotency-Key'));
    throw new TypeError('no network');
  });
  await user.type(await open(), 'Скидку не дали');
  await user.click(screen.getByText('Отправить жалобу'));
  await screen.findByText(/Нет связи с сервером/);
  await user.click(screen.getByText('Отправить жалобу'));
  await vi.waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});
