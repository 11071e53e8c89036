import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { AttentionLine } from '../../shared/attention/AttentionLine';
import { renderPages } from '../../test/render';
import { fakeServer } from '../../test/server';
import { AttentionPage } from './AttentionPage';

const task = (kind: string, count: number, href = '/partners?status=active') => ({
  kind,
  count,
  oldest: kind === 'codes' ? null : '2026-11-02 10:00:00',
  href,
});

const tasks = [
  task('applications', 1, '/application?waitingDays=3'),
  task('reviews', 22),
  task('codes', 5),
  task('points', 3),
  task('madeLater', 9),
];

const answer = (body: unknown) => fakeServer({ 'GET /v1/attention': { body } });

describe('the page of what requires attention', () => {
  const draw = () => renderPages({ '/attention': AttentionPage, '/application': () => null });

  it('has a row and one link for each kind that it knows', async () => {
    answer(tasks);
    await draw();
    const links = await screen.findAllByRole('link');
    expect(links).toHaveLength(4);
    expect(links[0]?.getAttribute('href')).toMatch(/^\/application\?waitingDays=.*3/);
    expect(links[0]?.textContent).toContain('1 заявка старше трёх дней');
    expect(links[0]?.textContent).toContain('Ждут с 02.11.2026');
    expect(links[1]?.textContent).toContain('22 низкие оценки без ответа');
    expect(links[2]?.textContent).not.toContain('Ждут с');
  });

  it('says when all is done', async () => {
    answer([]);
    await draw();
    expect(await screen.findByText('Всё сделано')).toBeDefined();
  });
});

describe('the line above the lists', () => {
  beforeEach(() => answer(tasks));

  it('names three, counts the others, and can be hidden', async () => {
    await renderPages({ '/partners': AttentionLine, '/attention': () => null });
    const line = await screen.findByRole('region', { name: 'Требует внимания' });
    expect(line.textContent).toContain('5 акций: промокоды заканчиваются');
    expect(screen.getByRole('link', { name: 'ещё 1' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Скрыть до следующего входа' }));
    expect(screen.queryByRole('region', { name: 'Требует внимания' })).toBeNull();
  });
});
