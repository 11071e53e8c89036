import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../app/search';
import { severalCodec } from './filters/several';
import { twoWay } from './filters/twoWay';
import { asPage, toQuery } from './query';
import {
  cleared,
  countValues,
  isNarrowed,
  type ListState,
  readState,
  relisted,
  type Shape,
  writeState,
} from './state';

const several = (title: string) => ({
  ...severalCodec,
  title,
  place: 'popup' as const,
  chips: (values: readonly string[]) =>
    values.map((id) => ({ id, label: id, without: values.filter((one) => one !== id) })),
  control: () => null,
});

const shape = {
  pageSize: 15,
  sort: {
    idStudent: { label: 'По дате', first: 'DESC' },
    surname: { label: 'По имени', first: 'ASC' },
    course: { label: 'По курсу', first: 'ASC' },
  },
  filters: {
    status: twoWay('Статус', [
      ['active', 'Активен'],
      ['blocked', 'Заблокирован'],
    ]),
    cities: several('Города'),
    categories: several('Категории'),
  },
} satisfies Shape;

const initial: ListState = {
  page: 1,
  search: '',
  sort: 'idStudent',
  direction: 'DESC',
  filters: { status: null, cities: [], categories: [] },
};

// A small generator, so that a failure can be repeated.
function random(seed: number) {
  let state = seed;
  const next = () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const one = <T>(values: readonly T[]) => values[below(values.length)] as T;
  return { below, one };
}

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const words = [
  'Ёлкина',
  '+7 (912)',
  'a&b=c',
  '100%',
  '<b>',
  '?#/',
  'Ив ан',
  '0',
  'null',
  '"1"',
  '',
];

function randomState(seed: number): ListState {
  const { below, one } = random(seed);
  const some = () => [...new Set(Array.from({ length: below(4) }, () => uuid(below(9))))];
  return {
    page: 1 + below(3) * below(400),
    search: one(words),
    sort: one(Object.keys(shape.sort)),
    direction: one(['ASC', 'DESC'] as const),
    filters: { status: one(['active', 'blocked', null]), cities: some(), categories: some() },
  };
}

// The whole way: through the text of the address, as the browser has it.
const throughAddress = (state: ListState) =>
  readState(shape, parseSearch(stringifySearch(writeState(shape, state))));

describe('the address of a list', () => {
  it('says everything, for any state', () => {
    for (let seed = 1; seed <= 2000; seed += 1) {
      const state = randomState(seed);
      expect(throughAddress(state), `seed ${seed}`).toEqual(state);
    }
  });

  it('is the same for the same view', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const params = writeState(shape, randomState(seed));
      expect(writeState(shape, readState(shape, params))).toEqual(params);
    }
  });

  it('leaves defaults out', () => {
    expect(writeState(shape, initial)).toEqual({});
    expect(writeState(shape, { ...initial, sort: 'surname', direction: 'ASC' })).toEqual({
      sort: 'surname',
    });
    expect(writeState(shape, { ...initial, sort: 'surname', direction: 'DESC' })).toEqual({
      sort: 'surname',
      direction: 'DESC',
    });
  });

  it('is forgiven its nonsense', () => {
    const nonsense = {
      page: '-3',
      sort: 'toString',
      direction: 'up',
      status: 'moderation',
      cities: 'x y..<script>',
      search: '   ',
      other: '1',
    };
    expect(readState(shape, nonsense)).toEqual(initial);
    for (const page of ['0', '1.5', 'NaN', '1e3', '99999999', '']) {
      expect(readState(shape, { page }).page).toBe(1);
    }
  });

  it('is read whatever the router makes of it', () => {
    const state = readState(shape, { page: 2, search: 123, status: 'blocked' });
    expect(state).toMatchObject({ page: 2, search: '123', filters: { status: 'blocked' } });
  });

  it('cuts an endless search', () => {
    expect(readState(shape, { search: 'я'.repeat(500) }).search).toHaveLength(200);
  });

  it('takes no more than a hundred values', () => {
    const cities = Array.from({ length: 150 }, (_, i) => uuid(i)).join('.');
    expect(readState(shape, { cities }).filters.cities).toHaveLength(100);
  });
});

describe('a change', () => {
  const third = { ...initial, page: 3 };

  it('of search, filter or sort drops the page', () => {
    expect(relisted(third, { search: 'а' })).toMatchObject({ page: 1, search: 'а' });
    expect(relisted(third, { sort: 'course', direction: 'ASC' }).page).toBe(1);
  });

  it('back to everything keeps the order', () => {
    const state = { ...randomState(7), sort: 'course', search: 'а' };
    expect(cleared(shape, state)).toEqual({
      ...initial,
      sort: 'course',
      direction: state.direction,
    });
    expect(isNarrowed(shape, state)).toBe(true);
    expect(isNarrowed(shape, cleared(shape, state))).toBe(false);
  });

  it('is counted by values', () => {
    const filters = { status: 'active', cities: [uuid(1), uuid(2)], categories: [] };
    expect(countValues(shape.filters, filters)).toBe(3);
    expect(countValues(shape.filters, initial.filters)).toBe(0);
  });
});

describe('the request of a list', () => {
  it('has the headers and the body of rules 3.1', () => {
    const filters = { status: 'blocked', cities: [uuid(1)], categories: [] };
    const state = { ...initial, page: 3, search: 'ёж', filters };
    expect(toQuery(shape, state)).toEqual({
      header: {
        'X-Offset': 30,
        'X-Limit': 15,
        'X-Sort-Field': 'idStudent',
        'X-Sort-Direction': 'DESC',
      },
      body: { searchString: 'ёж', status: 'blocked', cities: [uuid(1)], categories: [] },
    });
  });

  it('leaves out a filter that is off', () => {
    expect(JSON.stringify(toQuery(shape, initial).body)).not.toContain('status');
  });

  it('is answered with rows and the total of the header', async () => {
    const answer = (total?: string) =>
      asPage(
        Promise.resolve({
          data: [1, 2],
          response: new Response('', { headers: total ? { 'x-record-count': total } : {} }),
        }),
      );
    expect(await answer('1284')).toEqual({ rows: [1, 2], total: 1284 });
    expect(await answer()).toEqual({ rows: [1, 2], total: 2 });
    expect(await answer('many')).toEqual({ rows: [1, 2], total: 2 });
  });
});
