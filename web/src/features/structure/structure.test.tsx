import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { errorsOf } from '../../shared/form/schema';
import { dismissAll, getNotices } from '../../shared/notice/notices';
import { getSession, startSession } from '../../shared/session/session';
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
  it('send nothing when nothing was changed', () => {
    expect(changeOf(law, valuesOf(law))).toBeNull();
    expect(changeOf(law, { ...valuesOf(law), name: ' Юридический факультет ' })).toBeNull();
  });
  it('send the name and the specialties that were edited or added', () => {
    const specialties = [
      { key: 's-1', uuid: 's-1', name: 'Гражданское право' },
      { key: 'n', uuid: null, name: ' Уголовное право ' },
    ];
    expect(changeOf(law, { name: 'Юрфак', specialties })).toEqual({
      uuidDepartment: 'f-1',
      nameDepartment: 'Юрфак',
      specialties: [{ uuidSpecialty: undefined, nameSpecialty: 'Уголовное право' }],
    });
  });
  it('refuse empty and double names', () => {
    const one = (key: string, name: string) => ({ key, uuid: key, name });
    const errors = (name: string, ...specialties: ReturnType<typeof one>[]) =>
      errorsOf(facultySchema, { name, specialties });
    expect(errors(' ')).toEqual({ name: 'Введите название факультета' });
    expect(errors('а', one('1', ' '))).toEqual({ specialties: 'Введите название специальности' });
    expect(errors('а', one('1', 'Право'), one('2', ' право'))).toHaveProperty('specialties');
    expect(errors('а'.repeat(301))).toHaveProperty('name');
    expect(errors('а', one('1', 'Право'), one('2', 'История права'))).toEqual({});
  });
  it('want an ИНН of ten characters at least', () => {
    expect(innRefusal('  123456789 ')).toBe('Введите ИНН');
    expect(innRefusal('7701002520')).toBeNull();
  });
  it('count in Russian', () => {
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
  it('is not told to have failed when the list does not come afterwards', async () => {
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
  it('invites, adds the first faculty and takes a new token', async () => {
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

  it('imports by ИНН: done only when there is something to add', async () => {
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

  it('says when an ИНН is unknown or brings nothing new', async () => {
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

  it('has added a faculty even if the list does not come afterwards', async () => {
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

  it('says under the field that a name is taken', async () => {
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

  it('gets a new name and one more specialty', async () => {
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

  it('loses a specialty, after a question', async () => {
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

  it('with students stays, and the server says why; so does a specialty, whose popup closes', async () => {
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

  it('deleted as the last one takes a new token', async () => {
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
