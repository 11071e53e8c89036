import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as uploads from '../../shared/api/upload';
import { dismissAll, getNotices } from '../../shared/notice/notices';
import { endSession, startSession } from '../../shared/session/session';
import { returnLater } from '../../test/refetch';
import { renderPages } from '../../test/render';
import { fakeServer, problem } from '../../test/server';
import { jwt } from '../../test/tokens';
import { user } from '../../test/user';
import { CataloguesPage } from './CataloguesPage';
import { UniversityPage } from './UniversityPage';
import type { Consent, Counts, Entry, University } from './wire';

const id = '6f0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7a11';
const other = '6f0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7a12';

const university: University = {
  uuidUniversity: id,
  shortName: 'ПГНИУ',
  fullName: 'Пермский университет',
  inn: '5903003330',
  address: '',
  phone: '',
  email: '',
  boss: '',
  contractEnd: '',
  uuidCity: other,
  nameCity: 'Пермь',
  nameRegion: 'Пермский край',
  isUsed: false,
};
const entry = (name: string, uuid: string, isUsed: boolean): Entry => ({
  id: uuid,
  name,
  codeRegion: '',
  nameRegion: '',
  inn: '',
  shortNameUniversity: '',
  isUsed,
  version: 3,
});
const faculty: Entry = {
  ...entry('Физический', id, false),
  inn: '5903003330',
  shortNameUniversity: 'ПГНИУ',
};
const text = (version: number, body: string): Consent => ({
  kind: 'personal',
  version,
  title: 'Согласие',
  body,
  isRequired: true,
  createdAt: null,
});

const calls = {
  universities: 'PUT /v1/catalog/universities',
  card: `GET /v1/catalog/universities/${id}`,
  save: `PUT /v1/catalog/universities/${id}`,
  remove: `DELETE /v1/catalog/universities/${id}`,
  history: `GET /v1/audit/university/${id}`,
  categories: 'PUT /v1/catalog/partner-categories',
  add: 'POST /v1/catalog/partner-categories',
  merge: `POST /v1/catalog/partner-categories/${id}/merge`,
  rename: `PUT /v1/catalog/partner-categories/${id}`,
  faculties: 'PUT /v1/catalog/faculties',
  addFaculty: 'POST /v1/catalog/faculties',
  removeFaculty: `DELETE /v1/catalog/faculties/${id}`,
  merges: 'GET /v1/catalog/merges',
  reasons: 'GET /v1/reasons',
  saveReasons: 'PUT /v1/catalog/reasons/student-block',
  consents: 'GET /v1/catalog/consents',
  newConsent: 'POST /v1/catalog/consents/personal',
};

type Table = Parameters<typeof fakeServer>[0];
async function open(at: string, table: Table = {}) {
  const seen = fakeServer({
    [calls.universities]: {
      body: [{ ...university, createdAt: '2026-11-01 10:00:00' }],
      headers: { 'X-Record-Count': '1' },
    },
    [calls.card]: { body: university, headers: { ETag: '"3"' } },
    [calls.history]: { body: [] },
    [calls.categories]: {
      body: [entry('Кафе', id, true), entry('Кофейни', other, false)],
      headers: { 'X-Record-Count': '2' },
    },
    [calls.faculties]: { body: [faculty], headers: { 'X-Record-Count': '1' } },
    [calls.merges]: { body: [] },
    [calls.reasons]: {
      body: [{ kind: 'student-block', reasons: ['Первая', 'Вторая'], version: 4 }],
    },
    [calls.consents]: { body: [text(2, 'Новый текст.'), text(1, 'Старый текст.')] },
    ...table,
  });
  await renderPages(
    { '/catalogues': CataloguesPage, '/catalogues/$uuidUniversity': UniversityPage },
    at,
  );
  return seen;
}

const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
const said = (words: string) =>
  waitFor(() =>
    expect(
      getNotices()
        .map((notice) => notice.text ?? notice.title)
        .join(),
    ).toContain(words),
  );

const signIn = () =>
  startSession({ access: jwt({ role: 'operator_all', isAdmin: true }), refresh: 'r' });

/** The session ends on the server; the operator signs in again. */
function signInAgain() {
  act(endSession);
  cleanup();
  signIn();
}

beforeEach(() => {
  dismissAll();
  signIn();
});

describe('a university', () => {
  it('is listed and opens', async () => {
    await open('/catalogues');
    const link = await screen.findByRole('link', { name: /ПГНИУ/ });
    expect(link.getAttribute('href')).toBe(`/catalogues/${id}`);
    expect(screen.getByText('01.11.2026')).toBeDefined();
  });
  it('is saved with what the form does not show unchanged', async () => {
    const seen = await open(`/catalogues/${id}`, { [calls.save]: { body: {} } });
    await press('Редактировать');
    const name = await screen.findByRole('textbox', { name: /Краткое название/ });
    await user.clear(name);
    await user.type(name, 'ПГУ');
    await press('Сохранить');
    await said('Университет изменён');
    const sent = seen.find(({ call }) => call === calls.save);
    expect(sent?.body).toMatchObject({ shortName: 'ПГУ', uuidCity: other });
  });
  it('keeps what a colleague has saved meanwhile', async () => {
    let [body, version] = [university, '"3"'];
    const sent: (string | null)[] = [];
    const seen = await open(`/catalogues/${id}`, {
      [calls.card]: () => ({ body, headers: { ETag: version } }),
      [calls.save]: (request) => {
        sent.push(request.headers.get('If-Match'));
        return sent.at(-1) === version ? { body: {} } : problem(409, 'Данные уже изменены.');
      },
    });
    await press('Редактировать');
    await user.type(await screen.findByRole('textbox', { name: /Краткое название/ }), ' 2');
    [body, version] = [{ ...university, boss: 'Зоя Ёлкина' }, '"4"'];
    await returnLater();
    await waitFor(() => expect(seen.filter(({ call }) => call === calls.card)).toHaveLength(2));
    await press('Сохранить');
    await press('Загрузить изменения');
    expect(await screen.findByDisplayValue('Зоя Ёлкина')).toBeDefined();
    await press('Сохранить');
    await said('Университет изменён');
    expect(sent).toEqual(['"3"', '"4"']);
    const last = seen.findLast(({ call }) => call === calls.save);
    expect(last?.body).toMatchObject({ shortName: 'ПГНИУ 2', boss: 'Зоя Ёлкина' });
    expect(last?.body).not.toHaveProperty('version');
  });
  it('whose ИНН is taken says so above the form', async () => {
    await open(`/catalogues/${id}`, { [calls.save]: problem(409, 'Такой ИНН уже есть.') });
    await press('Редактировать');
    await user.type(await screen.findByRole('textbox', { name: /Краткое название/ }), ' 2');
    await press('Сохранить');
    expect(await screen.findByText('Такой ИНН уже есть.')).toBeDefined();
  });
  it('tells its phone as other histories do', async () => {
    const changes = { phone: { from: '73422396326', to: '73422396327' } };
    await open(`/catalogues/${id}`, {
      [calls.history]: {
        body: [{ action: 'universities.save', at: '2026-11-02 10:00:00', operator: 'А', changes }],
      },
    });
    expect(await screen.findByText('Телефон: +7 342 239 63 26 → +7 342 239 63 27')).toBeDefined();
  });
  it('is deleted only if nothing belongs to it', async () => {
    await open(`/catalogues/${id}`, {
      [calls.card]: { body: { ...university, isUsed: true }, headers: { ETag: '"3"' } },
    });
    expect(await screen.findByText(/удалить его нельзя/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Удалить' })).toBeNull();
  });
});

describe('a category', () => {
  const at = '/catalogues?tab=partner-categories';
  it('is added; a taken name is told at the field', async () => {
    await open(at, { [calls.add]: problem(409, 'Такое название уже есть.') });
    await press('Добавить');
    await user.type(await screen.findByRole('textbox', { name: /Название/ }), 'Кафе');
    await press('Сохранить');
    expect(await screen.findByText('Такое название уже есть.')).toBeDefined();
  });
  it('is merged into another, and offers no merge with itself', async () => {
    const seen = await open(at, { [calls.merge]: { status: 202, body: {} } });
    await press('Действия: Кафе');
    await user.click(await screen.findByRole('menuitem', { name: 'Объединить' }));
    const into = await screen.findByRole('combobox', { name: /Какая запись останется/ });
    await user.click(into);
    const options = await screen.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['Кофейни']);
    await user.click(within(document.body).getByRole('option', { name: 'Кофейни' }));
    await press('Объединить');
    await said('Объединение началось');
    expect(seen.find(({ call }) => call === calls.merge)?.body).toEqual({ uuidInto: other });
  });
  it('in use cannot be deleted', async () => {
    await open(at);
    await press('Действия: Кафе');
    await screen.findByRole('menuitem', { name: 'Переименовать' });
    expect(screen.queryByRole('menuitem', { name: 'Удалить' })).toBeNull();
  });
  it('is renamed with the version that was shown', async () => {
    const seen = await open(at, { [calls.rename]: { body: {} } });
    await press('Действия: Кафе');
    await user.click(await screen.findByRole('menuitem', { name: 'Переименовать' }));
    await user.type(await screen.findByRole('textbox', { name: /Название/ }), 'шки');
    await press('Сохранить');
    await said('Запись изменена');
    expect(seen.find(({ call }) => call === calls.rename)?.body).toMatchObject({
      name: 'Кафешки',
      version: 3,
    });
  });
});

describe('a file of a catalogue', () => {
  const counts = {
    added: 1,
    changed: 2,
    known: 3,
    wrong: 1,
    lines: ['строка 5: нужно название (name)'],
    sample: ['Кофейни', 'Кофейни'],
  };
  const pick = async (found: Counts) => {
    vi.spyOn(uploads, 'upload').mockResolvedValue(found);
    await open('/catalogues?tab=partner-categories');
    await press('Загрузить из CSV');
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('no input');
    await user.upload(input, new File(['Категория\nКофейни\n'], 'list.csv', { type: 'text/csv' }));
  };
  it('shows what would happen and how the file was read, and is then loaded', async () => {
    await pick(counts);
    for (const text of ['Новых: 1', 'Изменится: 2', 'Уже есть: 3', 'С ошибками: 1']) {
      expect(await screen.findByText(text)).toBeDefined();
    }
    expect(screen.getByText(/как его прочитала программа/)).toBeDefined();
    expect(screen.getAllByText('Кофейни').length).toBeGreaterThan(2); // the list, and twice the sample
    await press('Загрузить');
    await said('Загружено новых записей: 1, изменено: 2');
    const sent = vi.mocked(uploads.upload).mock.calls;
    expect(sent.map(([path, , options]) => [path, options?.headers])).toEqual([
      ['/v1/catalog/partner-categories/import', { 'X-Dry-Run': 'true' }],
      ['/v1/catalog/partner-categories/import', { 'X-Dry-Run': 'false' }],
    ]);
  });
  it('that changes nothing is not loaded', async () => {
    await pick({ ...counts, added: 0, changed: 0 });
    expect(await screen.findByText('Загружать нечего.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Загрузить' })).toHaveProperty('disabled', true);
  });
});

describe('the catalogue of faculties', () => {
  const at = '/catalogues?tab=faculties';
  it('names the university of an ИНН; a line is deleted', async () => {
    const seen = await open(at, { [calls.removeFaculty]: { body: {} } });
    expect(await screen.findByText('ПГНИУ')).toBeDefined();
    await press('Действия: Физический');
    expect(screen.queryByRole('menuitem', { name: 'Объединить' })).toBeNull();
    await user.click(await screen.findByRole('menuitem', { name: 'Удалить' }));
    await press('Удалить');
    await said('Запись удалена');
    expect(seen.some(({ call }) => call === calls.removeFaculty)).toBe(true);
  });
  it('gets a line of a valid ИНН', async () => {
    const seen = await open(at, { [calls.addFaculty]: { body: { id: other } } });
    await press('Добавить');
    await user.type(await screen.findByRole('textbox', { name: /Название/ }), 'Химический');
    const inn = screen.getByRole('textbox', { name: /ИНН/ });
    await user.type(inn, '5903003331');
    await press('Сохранить');
    expect(await screen.findByText(/ИНН состоит из 10 или 12 цифр/)).toBeDefined();
    await user.clear(inn);
    await user.type(inn, '5903003330');
    await press('Сохранить');
    await said('Запись добавлена');
    expect(seen.find(({ call }) => call === calls.addFaculty)?.body).toMatchObject({
      name: 'Химический',
      inn: '5903003330',
    });
  });
});

describe('preset reasons', () => {
  it('are put in another order, added and saved with their version', async () => {
    const seen = await open('/catalogues?tab=reasons', { [calls.saveReasons]: { body: {} } });
    await press('Выше: Вторая');
    await press('Добавить причину');
    await user.type(await screen.findByRole('textbox', { name: 'Причина 3' }), 'Третья');
    await press('Сохранить');
    await said('Причины сохранены');
    expect(seen.find(({ call }) => call === calls.saveReasons)?.body).toEqual({
      reasons: ['Вторая', 'Первая', 'Третья'],
      version: 4,
    });
  });
  it('are not saved empty', async () => {
    await open('/catalogues?tab=reasons');
    await press('Добавить причину');
    await press('Сохранить');
    expect(await screen.findByText('Введите причину')).toBeDefined();
  });
});

it('reasons that a colleague has changed meanwhile are not overwritten unseen', async () => {
  let saved = { kind: 'student-block', reasons: ['Первая', 'Вторая'], version: 4 };
  const refused = problem(409, 'Данные уже изменил кто-то другой.');
  const seen = await open('/catalogues?tab=reasons', {
    [calls.reasons]: () => ({ body: [saved] }),
    [calls.saveReasons]: async (request) => {
      const { version, reasons } = await request.clone().json();
      if (version !== saved.version) return refused;
      saved = { ...saved, reasons, version: version + 1 };
      return { body: {} };
    },
  });
  await press('Добавить причину');
  await user.type(await screen.findByRole('textbox', { name: 'Причина 3' }), 'Третья');
  saved = { ...saved, reasons: ['Иная'], version: 5 };
  await returnLater();
  await waitFor(() => expect(seen.filter(({ call }) => call === calls.reasons)).toHaveLength(2));
  expect(screen.getByRole('textbox', { name: 'Причина 3' })).toHaveProperty('value', 'Третья');
  await press('Сохранить');
  await press('Загрузить изменения');
  expect(await screen.findByText(/Другой оператор сохранил здесь/)).toBeDefined();
  await press('Сохранить');
  await said('Причины сохранены');
  // The form stays: a second save has the version of the first.
  await press('Убрать: Третья');
  await press('Сохранить');
  await waitFor(() => expect(saved).toMatchObject({ reasons: ['Первая', 'Вторая'], version: 7 }));
});

it('typed reasons and names survive the end of the session', async () => {
  await open('/catalogues?tab=reasons');
  await press('Добавить причину');
  await user.type(await screen.findByRole('textbox', { name: 'Причина 3' }), 'Третья');
  signInAgain();
  await open('/catalogues?tab=reasons');
  expect(await screen.findByDisplayValue('Третья')).toBeDefined();
  cleanup();
  await open('/catalogues?tab=partner-categories');
  await press('Добавить');
  await user.type(await screen.findByRole('textbox', { name: /Название/ }), 'Кафе-бар');
  signInAgain();
  await open('/catalogues?tab=partner-categories');
  await press('Добавить');
  expect(await screen.findByDisplayValue('Кафе-бар')).toBeDefined();
});

describe('a consent text', () => {
  it('gets a new version, previewed while it is written', async () => {
    const seen = await open('/catalogues?tab=consents', { [calls.newConsent]: { body: {} } });
    expect(await screen.findByText('Прежние версии: 1')).toBeDefined();
    await press('Новая версия: Согласие');
    const body = await screen.findByRole('textbox', { name: /Текст/ });
    await user.clear(body);
    await user.type(body, 'Иначе.');
    expect(screen.getAllByText('Иначе.').length).toBe(2);
    await press('Опубликовать');
    await said('Новая версия опубликована');
    expect(seen.find(({ call }) => call === calls.newConsent)?.body).toEqual({
      title: 'Согласие',
      body: 'Иначе.',
      version: 2,
    });
  });
});
