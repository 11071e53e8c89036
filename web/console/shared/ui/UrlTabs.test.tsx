import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPages } from '../../test/render';
import { user } from '../../test/user';
import { type Tab, UrlTabs } from './UrlTabs';

const tabs: Tab[] = [
  { id: 'discounts', label: 'Скидки', count: 2, panel: () => <p>первая</p> },
  { id: 'points', label: 'Торговые точки', count: 1284, panel: () => <p>вторая</p> },
  { id: 'note', label: 'Без числа', panel: () => <p>третья</p> },
];
const open = (at: string) =>
  renderPages({ '/card': () => <UrlTabs label="Разделы" tabs={tabs} /> }, at);

describe('UrlTabs', () => {
  it('opens the first tab and omits it from the URL', async () => {
    const router = await open('/card?search=кофе');
    expect(screen.getByText('первая')).toBeDefined();
    await user.click(screen.getByRole('tab', { name: /^Торговые точки/ }));
    expect(await screen.findByText('вторая')).toBeDefined();
    expect(screen.queryByText('первая')).toBeNull();
    expect(router.state.location.search).toEqual({ search: 'кофе', tab: 'points' });
    await user.click(screen.getByRole('tab', { name: /^Скидки/ }));
    await screen.findByText('первая');
    expect(router.state.location.search).toEqual({ search: 'кофе' });
  });

  it('opens the tab in the URL, and the first for an unknown one', async () => {
    await open('/card?tab=note');
    expect(screen.getByText('третья')).toBeDefined();
    await open('/card?tab=nowhere');
    expect(screen.getByText('первая')).toBeDefined();
  });

  it('shows the count of a tab', async () => {
    await open('/card');
    const words = screen.getAllByRole('tab').map(({ textContent }) => textContent);
    expect(words).toEqual(['Скидки2', 'Торговые точки1\u00a0284', 'Без числа']);
  });

  it('supports arrow keys', async () => {
    await open('/card');
    await user.click(screen.getByRole('tab', { name: /^Скидки/ }));
    await user.keyboard('{ArrowRight}');
    expect(await screen.findByText('вторая')).toBeDefined();
  });
});
