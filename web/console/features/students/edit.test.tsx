import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { startSession } from '../../shared/session/session';
import { problem } from '../../test/server';
import { calls, cardReply, open, press, sent } from '../../test/studentPages';
import { card } from '../../test/students';
import { jwt } from '../../test/tokens';

beforeEach(() => void startSession({ access: jwt(), refresh: 'r' }));

describe('the edit page', () => {
  const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });

  it('sends the fields of rules 6.8 and 6.9, and returns to the card', async () => {
    let version: string | null = null;
    const { seen, router } = await open('/card/u-1/edit', {
      [calls.save]: (request) => {
        version = request.headers.get('If-Match');
        return {};
      },
    });
    const surname = await field('Фамилия');
    expect(document.title).toMatch(/^Редактирование студента: \S+ Анна Ильинична — /);
    await userEvent.clear(surname);
    await userEvent.type(surname, ' Сосновская ');
    await userEvent.selectOptions(screen.getByLabelText('Курс'), '4');
    await press('Сохранить');
    await waitFor(() => expect(router.state.location.pathname).toBe('/card/u-1'));
    expect(version).toBe('"3"');
    expect(sent(seen, calls.save)).toEqual([
      {
        surname: 'Сосновская',
        name: 'Анна',
        patronymic: 'Ильинична',
        birthdate: '12.03.2004',
        course: 4,
        startEducation: 2024,
        endEducation: 2028,
        uuidCity: 'c-1',
        uuidUniversity: 'v-1',
        uuidFaculty: 'f-1',
        uuidSpecialty: 's-1',
        photo: 'old.png',
        phone: '79123456789',
      },
    ]);
  });

  it('clears the specialty with the faculty', async () => {
    const { seen } = await open('/card/u-1/edit', { [calls.save]: {} });
    const faculty = await screen.findByRole('combobox', { name: 'Факультет' });
    await userEvent.click(faculty);
    await userEvent.click(await screen.findByRole('option', { name: 'Химический факультет' }));
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Специальность' }).value).toBe(
      '',
    );
    await press('Сохранить');
    await waitFor(() => expect(sent(seen, calls.save)[0]).toMatchObject({ uuidFaculty: 'f-2' }));
    expect(sent(seen, calls.save)[0]).not.toHaveProperty('uuidSpecialty');
  });

  it('has the phone only with the vk flag', async () => {
    const { seen } = await open('/card/u-1/edit', {
      [calls.card]: cardReply(card({ vk: false }).student),
      [calls.save]: {},
    });
    await field('Фамилия');
    expect(screen.queryByRole('textbox', { name: 'Телефон' })).toBeNull();
    await press('Сохранить');
    await waitFor(() => expect(sent(seen, calls.save)).toHaveLength(1));
    expect(sent(seen, calls.save)[0]).not.toHaveProperty('phone');
  });

  it('keeps what was typed when somebody else saved first', async () => {
    let saves = 0;
    const versions: (string | null)[] = [];
    const fresh = card();
    fresh.student.studentInfo.name = 'Инна';
    await open('/card/u-1/edit', {
      [calls.card]: () => (saves ? cardReply(fresh.student, '"4"') : cardReply()),
      [calls.save]: (request) => {
        versions.push(request.headers.get('If-Match'));
        saves += 1;
        return saves === 1 ? problem(409, 'Данные уже изменены.') : {};
      },
    });
    const surname = await field('Фамилия');
    await userEvent.clear(surname);
    await userEvent.type(surname, 'Сосновская');
    await press('Сохранить');
    await press('Загрузить изменения');
    await waitFor(async () => expect((await field('Имя')).value).toBe('Инна'));
    expect((await field('Фамилия')).value).toBe('Сосновская');
    await press('Сохранить');
    await waitFor(() => expect(versions).toEqual(['"3"', '"4"']));
  });
});
