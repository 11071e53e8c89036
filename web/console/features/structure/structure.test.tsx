import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { errorsOf } from '../../shared/form/schema';
import { dismissAll, getNotices } from '../../shared/notice/notices';
import { getSession, startSession } from '../../shared/session/session';
import { returnLater } from '../../test/refetch';
import { renderPages } from '../../test/render';
import { fakeServer, problem } from '../../test/server';
import { faculties } from '../../test/students';
import { jwt } from '../../test/tokens';
import { changeOf, facultySchema, innRefusal, valuesOf } from './rules';
import { StructurePage } from './StructurePage';
import { t } from './texts';

const calls = {
  list: 'GET /v1/hierarchy',
  add: 'POST /v1/hierarchy/faculty',
  find: 'GET /v1/univer/import-faculties',
  addMany: 'POST /v1/hierarchy/faculties',
  save: 'PUT /v1/hierarchy',
  removeFaculty: 'DELETE /v1/hierarchy/faculty/f-1',
  removeSpecialty: 'DELETE /v1/hierarchy/specialty/s-1',
  refresh: 'PUT /v1/auth/refreshtoken',
};

type Table = Parameters<typeof fakeServer>[0];
async function open(table: Table = {}) {
  const seen = fakeServer({ [calls.list]: { body: faculties }, ...table });
  await renderPages({ '/structure': StructurePage });
  return seen;
}
const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }));
const inDialog = async (name: string) =>
  userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
const bodies = (seen: Awaited<ReturnType<typeof open>>, call: string) =>
  seen.filter((one) => one.call === call).map(({ body }) => body);

beforeEach(() => {
  dismissAll();
  startSession({ access: jwt(), refresh: 'r1' });
});

const [law] = faculties;
if (!law) throw new Error('no faculty to test with');

describe('the rules', () => {
  it('send nothing if nothing has changed', () => {
    expect(changeOf('f-1', valuesOf(law))).toBeNull();
    expect(changeOf('f-1', { ...valuesOf(law), name: ' Юридический факультет ' })).toBeNull();
  });
  it('send the name and the specialties that were edited or added', () => {
    const specialties = [
      ...valuesOf(law).specialties,
      { key: 'n', uuid: null, name: ' Уголовное право ', was: '' },
    ];
    expect(changeOf('f-1', { ...valuesOf(law), name: 'Юрфак', specialties })).toEqual({
      uuidDepartment: 'f-1',
      nameDepartment: 'Юрфак',
      specialties: [{ uuidSpecialty: undefined, nameSpecialty: 'Уголовное право' }],
    });
  });
  it('refuse empty and duplicate names', () => {
    const one = (key: string, name: string) => ({ key, uuid: key, name, was: name });
    const errors = (name: string, ...specialties: ReturnType<typeof one>[]) =>
      errorsOf(facultySchema, { name, was: name, specialties });
    expect(errors(' ')).toEqual({ name: 'Введите название факультета' });
    expect(errors('а', one('1', ' '))).toEqual({ specialties: 'Введите название специальности' });
    expect(errors('а', one('1', 'Право'), one('2', ' право'))).toHaveProperty('specialties');
    expect(errors('а'.repeat(301))).toHaveProperty('name');
    expect(errors('а', one('1', 'Право'), one('2', 'История права'))).toEqual({});
  });
  it('require an ИНН of at least ten characters', () => {
    expect(innRefusal('  123456789 ')).toBe('Введите ИНН');
    expect(innRefusal('7701002520')).toBeNull();
  });
  it('use Russian plural forms', () => {
    expect([1, 2, 5, 21].map(t.count)).toEqual([
      'В структуре 1 факультет',
      'В структуре 2 факультета',
      'В структуре 5 факультетов',
      'В структуре 21 факультет',
    ]);
    expect([1, 3, 12].map(t.adding.addedMany)).toEqual([
      'Добавлен 1 факультет',
      'Добавлены 3 факультета',
      'Добавлено 12 факультетов',
    ]);
  });
});

describe('a faculty that was saved', () => {
  it('is announced with the count, also the first one', async () => {
    let body: unknown[] = [];
    await open({
      [calls.list]: () => ({ body }),
      [calls.add]: () => {
        body = [law];
        return { body: law };
      },
    });
    const status = await screen.findByRole('status');
    await press('Добавить');
    await userEvent.type(
      await screen.findByRole('textbox', { name: 'Название института или факультета' }),
      'Юридический',
    );
    await inDialog('Добавить');
    await waitFor(() => expect(status.textContent).toBe('В структуре 1 факультет'));
  });

  it('is not reported as failed if the refetch fails', async () => {
    let broken = false;
    const seen = await open({
      [calls.list]: () => (broken ? problem(403) : { body: [law] }),
      [calls.add]: () => {
        broken = true;
        return { body: law };
      },
    });
    await press('Добавить');
    await userEvent.type(
      await screen.findByRole('textbox', { name: 'Название института или факультета' }),
      'Физический',
    );
    await inDialog('Добавить');
    await waitFor(() => expect(getNotices()).toMatchObject([{ tone: 'success' }]));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(bodies(seen, calls.add)).toHaveLength(1);
  });
});

describe('building from nothing', () => {
  it('shows the invitation, adds the first faculty and refreshes the token', async () => {
    startSession({ access: jwt({ hierarchyFilled: false }), refresh: 'r1' });
    let built = false;
    const seen = await open({
      [calls.list]: () => ({ body: built ? [law] : [] }),
      [calls.add]: () => {
        built = true;
        return { body: law };
      },
      [calls.refresh]: { body: { accessToken: jwt(), refreshToken: 'r2' } },
    });
    expect(await screen.findByText('Создайте структуру университета')).toBeDefined();
    await press('Добавить');
    const name = await screen.findByRole('textbox', { name: 'Название института или факультета' });
    await inDialog('Добавить');
    expect(await screen.findByText('Введите название факультета')).toBeDefined();
    await userEvent.type(name, ' Юридический факультет ');
    await inDialog('Добавить');
    expect(await screen.findByText('В структуре 1 факультет')).toBeDefined();
    expect(bodies(seen, calls.add)).toEqual([{ nameDepartment: 'Юридический факультет' }]);
    await waitFor(() =>
      expect(getSession()).toMatchObject({ operator: { hierarchyFilled: true } }),
    );
    expect(bodies(seen, calls.refresh)).toHaveLength(1);
  });

  it('imports by ИНН: can be saved only if there is something to add', async () => {
    const seen = await open({
      [calls.find]: { body: { namesDepartments: ['Лингвистика', 'Космический факультет'] } },
      [calls.addMany]: { body: faculties },
    });
    await press('Добавить');
    await userEvent.click(await screen.findByRole('radio', { name: 'По ИНН' }));
    const done = () => screen.getByRole('button', { name: 'Готово' });
    const inn = screen.getByRole('textbox', { name: 'ИНН университета' });
    await userEvent.type(inn, '770100252{Enter}');
    expect(await screen.findByText('Введите ИНН')).toBeDefined();
    expect(done()).toHaveProperty('disabled', true);
    await userEvent.type(inn, '0{Enter}');
    expect(await screen.findByText(/В каталоге 2 факультета/)).toBeDefined();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Лингвистика' }));
    await userEvent.click(done());
    await waitFor(() =>
      expect(bodies(seen, calls.addMany)).toEqual([
        { namesDepartments: ['Космический факультет'] },
      ]),
    );
    expect(bodies(seen, calls.refresh)).toEqual([]);
  });

  it('reports an ИНН that is unknown or adds nothing', async () => {
    let reply: ReturnType<typeof problem> | { body: unknown } = problem(404, 'Не найдено.');
    await open({ [calls.find]: () => reply });
    await press('Добавить');
    await userEvent.click(await screen.findByRole('radio', { name: 'По ИНН' }));
    const inn = screen.getByRole('textbox', { name: 'ИНН университета' });
    await userEvent.type(inn, '7701002520{Enter}');
    await waitFor(() => expect(screen.getAllByText(/в каталоге ничего нет/)).toHaveLength(2));
    expect(getNotices()).toMatchObject([
      { tone: 'error', text: expect.stringContaining('в каталоге ничего нет') },
    ]);
    reply = { body: { namesDepartments: [] } };
    await userEvent.type(inn, '{Enter}');
    expect(await screen.findByText(/уже есть в структуре/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Готово' })).toHaveProperty('disabled', true);
  });

  it('reports an added faculty even if the refetch fails', async () => {
    let added = false;
    await open({
      [calls.list]: () => (added ? problem(500) : { body: faculties }),
      [calls.add]: () => {
        added = true;
        return { body: law };
      },
    });
    await press('Добавить');
    const name = await screen.findByRole('textbox', { name: 'Название института или факультета' });
    await userEvent.type(name, 'Физический факультет');
    await inDialog('Добавить');
    await waitFor(() => expect(getNotices()).toMatchObject([{ tone: 'success' }]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows a duplicate name at the field', async () => {
    await open({ [calls.add]: problem(409, 'Факультет «Юрфак» уже есть.') });
    await press('Добавить');
    const name = await screen.findByRole('textbox', { name: 'Название института или факультета' });
    await userEvent.type(name, 'Юрфак{Enter}');
    expect(await screen.findByText('Факультет «Юрфак» уже есть.')).toBeDefined();
    expect(name.getAttribute('aria-invalid')).toBe('true');
  });
});

describe('a faculty', () => {
  const edit = () => press('Редактировать: Юридический факультет');

  it('unchanged is not sent', async () => {
    const seen = await open();
    await edit();
    await inDialog('Сохранить');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies(seen, calls.save)).toEqual([]);
  });

  it('is renamed and gets another specialty', async () => {
    const seen = await open({ [calls.save]: {} });
    await edit();
    const dialog = await screen.findByRole('dialog');
    const name = within(dialog).getByRole('textbox', { name: 'Название института или факультета' });
    await userEvent.clear(name);
    await userEvent.type(name, 'Юрфак');
    await inDialog('Добавить специальность');
    await userEvent.type(
      within(dialog).getByRole('textbox', { name: 'Специальность 2' }),
      'Уголовное право',
    );
    await inDialog('Сохранить');
    await waitFor(() => expect(getNotices()).toMatchObject([{ title: 'Изменения сохранены' }]));
    expect(bodies(seen, calls.save)).toEqual([
      {
        uuidDepartment: 'f-1',
        nameDepartment: 'Юрфак',
        specialties: [{ nameSpecialty: 'Уголовное право' }],
      },
    ]);
  });

  const typeSpecialty = async (place: number, name: string) => {
    await inDialog('Добавить специальность');
    const field = await screen.findByRole('textbox', { name: `Специальность ${place}` });
    await userEvent.type(field, name);
  };

  it('keeps what a colleague has renamed meanwhile', async () => {
    let saved = law;
    const seen = await open({ [calls.list]: () => ({ body: [saved] }), [calls.save]: {} });
    await edit();
    await typeSpecialty(2, 'Уголовное право');
    const specialties = [{ uuidSpecialty: 's-1', nameSpecialty: 'Частное право' }];
    saved = { ...law, nameDepartment: 'Институт права', specialties };
    await returnLater();
    await screen.findByRole('button', { name: 'Редактировать: Институт права', hidden: true });
    await inDialog('Сохранить');
    await waitFor(() => expect(getNotices()).toMatchObject([{ title: 'Изменения сохранены' }]));
    expect(bodies(seen, calls.save)).toEqual([
      { uuidDepartment: 'f-1', specialties: [{ nameSpecialty: 'Уголовное право' }] },
    ]);
  });

  it('that a colleague has deleted keeps its dialog with what was typed', async () => {
    let left = faculties;
    await open({ [calls.list]: () => ({ body: left }), [calls.save]: problem(404) });
    await edit();
    await typeSpecialty(2, 'Уголовное право');
    left = left.slice(1);
    await returnLater();
    await screen.findByText('В структуре 1 факультет');
    await inDialog('Сохранить');
    await waitFor(() => expect(getNotices()).toMatchObject([{ tone: 'error' }]));
    expect(screen.getByDisplayValue('Уголовное право')).toBeDefined();
  });

  it('loses a specialty after a confirmation', async () => {
    const seen = await open({ [calls.removeSpecialty]: {} });
    await edit();
    await press('Удалить специальность: Гражданское право');
    const asked = await screen.findByRole('dialog', { name: 'Удалить специальность?' });
    await userEvent.click(within(asked).getByRole('button', { name: 'Удалить' }));
    await waitFor(() => expect(bodies(seen, calls.removeSpecialty)).toHaveLength(1));
    await waitFor(() =>
      expect(screen.queryByRole('textbox', { name: 'Специальность 1' })).toBeNull(),
    );
  });

  it('with students is kept with the server’s reason; so is a specialty, whose dialog closes', async () => {
    const said = 'К факультету «Юридический факультет» прикреплены студенты.';
    await open({
      [calls.removeFaculty]: problem(409, said),
      [calls.removeSpecialty]: problem(409, 'К специальности прикреплены студенты.'),
    });
    await press('Удалить: Юридический факультет');
    await inDialog('Удалить');
    await waitFor(() => expect(getNotices()).toMatchObject([{ text: said }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await edit();
    await press('Удалить специальность: Гражданское право');
    const asked = await screen.findByRole('dialog', { name: 'Удалить специальность?' });
    await userEvent.click(within(asked).getByRole('button', { name: 'Удалить' }));
    await waitFor(() => expect(getNotices()).toHaveLength(2));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('refreshes the token if it was the last one', async () => {
    let left = [law];
    await open({
      [calls.list]: () => ({ body: left }),
      [calls.removeFaculty]: () => {
        left = [];
        return {};
      },
      [calls.refresh]: {
        body: { accessToken: jwt({ hierarchyFilled: false }), refreshToken: 'r2' },
      },
    });
    await press('Удалить: Юридический факультет');
    await inDialog('Удалить');
    expect(await screen.findByText('Создайте структуру университета')).toBeDefined();
    await waitFor(() =>
      expect(getSession()).toMatchObject({ operator: { hierarchyFilled: false } }),
    );
  });
});
