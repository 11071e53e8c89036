import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startSession } from '../../../shared/session/session';
import { renderPages } from '../../../test/render';
import { jwt } from '../../../test/tokens';
import { user } from '../../../test/user';
import { EventDialog } from './EventDialog';
import { MessengersDialog } from './MessengersDialog';
import { SurveyDialog } from './SurveyDialog';

const close = vi.fn();
const kept = { onSave: () => undefined, close };
const windows = {
  survey: () => <SurveyDialog value={null} draft="news/add/survey" {...kept} />,
  event: () => <EventDialog value={null} draft="news/add/event" {...kept} />,
  messengers: () => <MessengersDialog value={[]} {...kept} />,
};

function Torn() {
  const [opened, setOpened] = useState(true);
  return (
    <>
      {opened && windows.survey()}
      <button type="button" onClick={() => setOpened(!opened)}>
        Прочь
      </button>
    </>
  );
}
const open = (name: keyof typeof windows) => renderPages({ '/': windows[name] });
const asks = () => screen.findByRole('dialog', { name: 'Закрыть без сохранения?' });

beforeEach(() => {
  startSession({ access: jwt(), refresh: 'r' });
  close.mockReset();
});

describe('a dialog of the news form', () => {
  it('asks before Esc drops the questions of a survey', async () => {
    await open('survey');
    await user.type(screen.getByRole('textbox', { name: 'Текст вопроса' }), 'Куда поедем?');
    await user.keyboard('{Escape}');
    await asks();
    await user.click(screen.getByRole('button', { name: 'Вернуться' }));
    await waitFor(() => expect(screen.getByDisplayValue('Куда поедем?')).toBeDefined());
    expect(close).not.toHaveBeenCalled();
  });

  it('asks before Esc drops an event', async () => {
    await open('event');
    await user.type(screen.getByRole('textbox', { name: 'Название' }), 'Спартакиада');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Не сохранять' }));
    expect(close).toHaveBeenCalledOnce();
  });

  it('also asks if only a checkbox has changed', async () => {
    await open('messengers');
    await user.click(screen.getAllByRole('checkbox')[0] as Element);
    await user.keyboard('{Escape}');
    await asks();
  });

  it('restores a survey after the page was closed', async () => {
    await renderPages({ '/': Torn });
    await user.type(screen.getByRole('textbox', { name: 'Текст вопроса' }), 'Куда поедем?');
    await user.click(screen.getByText('Прочь'));
    expect(screen.queryByDisplayValue('Куда поедем?')).toBeNull();
    await user.click(screen.getByText('Прочь'));
    expect(await screen.findByDisplayValue('Куда поедем?')).toBeDefined();
  });
});
