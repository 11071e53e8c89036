import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPages } from '../../test/render';
import { Page } from './Page';

it('two clicks on the back button leave one page only', async () => {
  const router = await renderPages({
    '/list': () => <p>список</p>,
    '/card': () => <p>карточка</p>,
    '/edit': () => (
      <Page title="Форма" back="/card">
        форма
      </Page>
    ),
  });
  await act(() => router.navigate({ to: '/card' }));
  await act(() => router.navigate({ to: '/edit' }));
  const back = await screen.findByRole('button', { name: 'Назад' });
  fireEvent.click(back);
  fireEvent.click(back);
  expect(await screen.findByText('карточка')).toBeDefined();
  expect(router.state.location.pathname).toBe('/card');
});
