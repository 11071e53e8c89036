import { useInfiniteQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderBare, renderPages } from '../../test/render';
import { user } from '../../test/user';
import { Problem } from '../api/problem';
import { ConfirmDialog } from './ConfirmDialog';
import { More } from './More';
import { Page } from './Page';
import { Retry } from './Retry';
import { StatusBadge } from './StatusBadge';

describe('Page', () => {
  const list = () => <Page title="Студенты">список</Page>;
  const card = () => (
    <Page title="Иванов" back="/list" status={<StatusBadge tone="red">Заблокирован</StatusBadge>}>
      карточка
    </Page>
  );

  it('names the document after the page', async () => {
    await renderPages({ '/list': list });
    expect(document.title).toBe('Студенты — СтудБонус');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Студенты');
  });

  it('has no back button on a list, one with a status elsewhere', async () => {
    await renderPages({ '/list': list });
    expect(screen.queryByRole('button', { name: 'Назад' })).toBeNull();
  });

  it('goes up when there is nowhere to go back to', async () => {
    const router = await renderPages({ '/list': list, '/card': card }, '/card');
    expect(screen.getByText('Заблокирован')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Назад' }));
    expect(await screen.findByText('список')).toBeDefined();
    expect(router.state.location.pathname).toBe('/list');
  });

  it('goes back to the list as it was', async () => {
    const router = await renderPages({ '/list': list, '/card': card });
    await router.navigate({ to: '/list', search: { page: 3 } as never });
    await router.navigate({ to: '/card' });
    await user.click(await screen.findByRole('button', { name: 'Назад' }));
    await screen.findByText('список');
    expect(router.state.location.search).toEqual({ page: 3 });
  });
});

it('ConfirmDialog puts the safe choice first and gives it the focus', async () => {
  const [yes, no] = [vi.fn(), vi.fn()];
  renderBare(
    <ConfirmDialog
      title="Удалить?"
      text="Ссылка"
      confirm="Удалить"
      onConfirm={yes}
      onCancel={no}
    />,
  );
  const buttons = screen.getAllByRole('button').filter(({ textContent }) => textContent);
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Отменить', 'Удалить']);
  await vi.waitFor(() => expect(document.activeElement).toBe(buttons[0]));
  await user.keyboard('{Escape}');
  expect(no).toHaveBeenCalledOnce();
  expect(yes).not.toHaveBeenCalled();
});

function Parts({ part }: { part: (from: number) => Promise<string> }) {
  const query = useInfiniteQuery({
    queryKey: ['parts'],
    queryFn: ({ pageParam }) => part(pageParam),
    initialPageParam: 0,
    getNextPageParam: (_last, all) => (all.length < 2 ? all.length : undefined),
  });
  return (
    <>
      <p>{query.data?.pages.join(', ')}</p>
      <More query={query}>Ещё</More>
    </>
  );
}

it('More asks for the next part, and says when it does not come', async () => {
  const part = vi.fn<(from: number) => Promise<string>>().mockResolvedValueOnce('первая');
  renderBare(<Parts part={part} />);
  part.mockRejectedValueOnce(new Problem(403)).mockResolvedValue('вторая');
  await user.click(await screen.findByRole('button', { name: 'Ещё' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Доступ запрещён.');
  expect(screen.getByText('первая')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('первая, вторая')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

it('Retry says what happened and tries again', async () => {
  const again = vi.fn();
  renderBare(<Retry error={new Problem(403)} onRetry={again} />);
  expect(screen.getByRole('alert').textContent).toContain('Доступ запрещён.');
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(again).toHaveBeenCalledOnce();
});
