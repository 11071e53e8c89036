import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startSession } from '../../../shared/session/session';
import { renderPages } from '../../../test/render';
import { fakeServer } from '../../../test/server';
import { jwt } from '../../../test/tokens';
import { user } from '../../../test/user';
import { FactorPage } from './FactorPage';

it('a logout without a network says when the session ends', async () => {
  fakeServer({});
  startSession({ access: jwt(), refresh: 'r1' });
  await renderPages({ '/second-factor': FactorPage });
  await user.click(await screen.findByRole('button', { name: 'Выйти' }));
  expect(await screen.findByText(/Сам сеанс закончится в течение 24 часов/)).toBeDefined();
});
