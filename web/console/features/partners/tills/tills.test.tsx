import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { dismissAll, getNotices } from '../../../shared/notice/notices';
import { startSession } from '../../../shared/session/session';
import { renderPages } from '../../../test/render';
import { fakeServer, problem } from '../../../test/server';
import { jwt } from '../../../test/tokens';
import { user } from '../../../test/user';
import type { Opened, Tills } from '../points/dialogs';
import type { Till, TradePoint } from '../wire';
import { TillsDialog } from './TillsDialog';
import { UnpairTill } from './UnpairTill';

const calls = {
  list: 'GET /v1/tills/point/t-1',
  invite: 'POST /v1/tills/point/t-1',
  unpair: 'DELETE /v1/tills/k-1',
};
const point = { uuidSalePoint: 't-1', address: 'ул. Кассовая, 1' } as TradePoint;
const first: Tills = { what: 'tills', point };
const paired: Till = {
  uuidTill: 'k-1',
  pairedAt: '2026-11-01 10:00:00',
  usedAt: '2026-11-14 18:30:00',
  linkUntil: '2026-11-08 10:00:00',
};
const invited: Till = { ...paired, uuidTill: 'k-2', pairedAt: null, usedAt: null };
const invitation = {
  uuidTill: 'k-2',
  code: '012345',
  codeUntil: '2026-11-15 09:15:00',
  link: 'https://card.example.ru/t#0123456789ABCDEF',
  linkUntil: '2026-11-22 09:00:00',
};

function Stage() {
  const [opened, open] = useState<Opened | null>(first);
  if (opened?.what === 'tills') {
    return <TillsDialog opened={opened} open={open} close={() => open(null)} />;
  }
  if (opened?.what === 'unpair') {
    const { till, number, back } = opened;
    const close = () => open(back);
    return <UnpairTill till={till} number={number} address={point.address} close={close} />;
  }
  return <p>Закрыто</p>;
}

async function show(table: Parameters<typeof fakeServer>[0]) {
  const seen = fakeServer(table);
  await renderPages({ '/': Stage });
  return { dialog: within(await screen.findByRole('dialog')), seen };
}

beforeEach(() => {
  dismissAll();
  startSession({ access: jwt(), refresh: 'r' });
});

describe('the tills of a trade point', () => {
  it('are listed with their last check, unused ones too', async () => {
    const unused = { ...paired, uuidTill: 'k-3', usedAt: null };
    const { dialog } = await show({ [calls.list]: { body: [paired, unused] } });
    await dialog.findByText('Последняя проверка: 14.11.2026 18:30');
    expect(dialog.getAllByText('Подключена 01.11.2026 10:00')).toHaveLength(2);
    expect(dialog.getByText('Карты ещё не проверяла')).toBeDefined();
  });

  it('are paired by a code in two halves or by a link', async () => {
    let isInvited = false;
    const { dialog, seen } = await show({
      [calls.list]: () => ({ body: isInvited ? [invited] : [] }),
      [calls.invite]: () => {
        isInvited = true;
        return { body: invitation };
      },
    });
    await dialog.findByText('Подключённых касс пока нет.');
    await user.click(dialog.getByText('Подключить кассу'));
    expect(await dialog.findByText('012 345')).toBeDefined();
    expect(dialog.getByText(/https:\/\/card\.example\.ru\/t и введите код/)).toBeDefined();
    expect((dialog.getByRole('textbox') as HTMLInputElement).value).toBe(invitation.link);
    expect(await dialog.findByText('Ожидает подключения')).toBeDefined();
    expect(seen.filter(({ call }) => call === calls.invite)).toHaveLength(1);
  });

  it('say why no till can be paired', async () => {
    const { dialog } = await show({
      [calls.list]: { body: [] },
      [calls.invite]: problem(409, 'Партнёр заблокирован: кассу подключить нельзя.'),
    });
    await user.click(await dialog.findByText('Подключить кассу'));
    await waitFor(() =>
      expect(
        getNotices()
          .map(({ text }) => text)
          .join(),
      ).toContain('заблокир'),
    );
  });

  it('are unpaired after a confirmation that returns to the list', async () => {
    const { dialog, seen } = await show({
      [calls.list]: { body: [paired] },
      [calls.unpair]: { body: {} },
    });
    await user.click(await dialog.findByLabelText('Отключить кассу 1'));
    const question = within(await screen.findByRole('dialog'));
    expect(question.getByText(/ул\. Кассовая, 1\./)).toBeDefined();
    expect(seen.some(({ call }) => call === calls.unpair)).toBe(false);
    await user.click(question.getByText('Отключить'));
    await waitFor(() =>
      expect(getNotices().map(({ title }) => title)).toContain('Касса отключена'),
    );
    expect(seen.filter(({ call }) => call === calls.unpair)).toHaveLength(1);
    expect(await screen.findByText('Кассы торговой точки')).toBeDefined();
  });
});
