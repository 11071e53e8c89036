import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Problem } from '../../../kit/api/problem';
import { renderBare, renderPages } from '../../test/render';
import { user } from '../../test/user';
import { ConfirmDialog } from './ConfirmDialog';
import { Loaded } from './Loaded';
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

  it('sets the document title', async () => {
    await renderPages({ '/list': list });
    expect(document.title).toBe('Студенты — СтудБонус');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Студенты');
  });

  it('has the object’s name as heading and the title above it', async () => {
    const edit = () => (
      <Page title="Редактирование студента" of="Иванов">
        форма
      </Page>
    );
    await renderPages({ '/edit': edit });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Иванов');
    expect(screen.getByText('Редактирование студента')).toBeDefined();
    expect(document.title).toBe('Редактирование студента: Иванов — СтудБонус');
  });

  it('has the line of the title before the name has loaded', async () => {
    await renderPages({
      '/edit': () => (
        <Page title="Редактирование студента" of={undefined}>
          форма
        </Page>
      ),
    });
    const heading = screen.getByRole('heading', { level: 1 });
    expect(heading.textContent).toBe('Редактирование студента');
    expect(heading.previousElementSibling?.textContent).toBe('\u00a0');
  });

  it('has no back button on a list, and one with a status elsewhere', async () => {
    await renderPages({ '/list': list });
    expect(screen.queryByRole('button', { name: 'Назад' })).toBeNull();
  });

  it('goes up without a history entry', async () => {
    const router = await renderPages({ '/list': list, '/card': card }, '/card');
    expect(screen.getByText('Заблокирован')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Назад' }));
    expect(await screen.findByText('список')).toBeDefined();
    expect(router.state.location.pathname).toBe('/list');
  });

  it('goes back to the unchanged list', async () => {
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
      <More query={query} />
    </>
  );
}

it('More loads the next page and reports a failure', async () => {
  const part = vi.fn<(from: number) => Promise<string>>().mockResolvedValueOnce('первая');
  renderBare(<Parts part={part} />);
  part.mockRejectedValueOnce(new Problem(403)).mockResolvedValue('вторая');
  await user.click(await screen.findByRole('button', { name: 'Показать ещё' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Доступ запрещён.');
  expect(screen.getByText('первая')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('первая, вторая')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
});

function Data({ load }: { load: () => Promise<string> }) {
  const query = useQuery({ queryKey: ['data'], queryFn: load, retry: false });
  return (
    <Loaded query={query} skeleton={<p>Скоро</p>}>
      {(data) => <p>{data}</p>}
    </Loaded>
  );
}

it('Loaded shows a skeleton, then a failure, then the data', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Problem(403));
  renderBare(<Data load={load.mockResolvedValue('Готово')} />);
  expect(screen.getByText('Скоро')).toBeDefined();
  expect((await screen.findByRole('alert')).textContent).toContain('Доступ запрещён.');
  expect(screen.queryByText('Скоро')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Готово')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('Retry shows the failure and retries', async () => {
  const again = vi.fn();
  renderBare(<Retry error={new Problem(403)} onRetry={again} />);
  expect(screen.getByRole('alert').textContent).toContain('Доступ запрещён.');
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(again).toHaveBeenCalledOnce();
});
