import type { Check, Counts, Import, Promotion } from '../features/promotions/wire';

/** A promotion's card. */
export const promotion = (changes: Partial<Promotion> = {}): Promotion => ({
  uuidStock: 's-1',
  idStock: 1,
  name: 'Второй кофе в подарок',
  status: 'active',
  state: 'running',
  reasonBlocked: null,
  dateBegin: '01.11.2026',
  dateEnd: '30.11.2026',
  winLimit: 1,
  category: { uuidCategory: 'c-1', name: 'Кофейни' },
  createdData: '2026-10-25 12:00:00',
  legalName: null,
  partner: { uuidPartner: 'p-1', name: 'Кофейня «Зерно»', nameMainCity: 'Тула', status: 'active' },
  nameMainCity: 'Тула',
  remainingCodesCount: 60,
  usedCodesCount: 40,
  description: 'По будням.\nДо полудня.',
  fileUrl: null,
  cities: [
    {
      uuidCity: 't-1',
      nameCity: 'Тула',
      countSalePoints: 102,
      salePoints: [{ name: 'ул. Лесная, 1' }, { name: 'ул. Лесная, 2' }],
    },
  ],
  ...changes,
});

/** The counts of its codes. */
export const counts = (changes: Partial<Counts> = {}): Counts => ({
  remainingCodesCount: 60,
  usedCodesCount: 40,
  lastsUntil: null,
  isLow: false,
  import: null,
  ...changes,
});

/** A running import. */
export const imported = (changes: Partial<Import> = {}): Import => ({
  status: 'running',
  progress: 45,
  total: 100,
  imported: 45,
  duplicates: 0,
  invalid: 0,
  error: null,
  fileName: 'codes.csv',
  createdAt: '2026-11-15 12:00:00',
  updatedAt: '2026-11-15 12:01:00',
  badLines: [],
  ...changes,
});

/** The dry run of a file without errors. */
export const check = (changes: Partial<Check> = {}): Check => ({
  ...{ total: 3, new: 3, repeated: 0, known: 0, invalid: 0 },
  ...{ scientific: 0, lostZeros: 0, lookAlikes: 0 },
  ...{ withHeader: false, encoding: 'utf-8', delimiter: ',' },
  ...{ badLines: [], suspects: [], sample: ['A-1'] },
  ...changes,
});
