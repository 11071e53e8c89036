import { plural } from '../../shared/plural';

const numbers = new Intl.NumberFormat('ru');
const days = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'long', year: 'numeric' });

const whose = (all: boolean) => (all ? 'всех университетов' : 'вашего университета');

/** Words of the statistics (spec part 2). */
export const t = {
  title: 'Статистика',
  number: (count: number) => numbers.format(count),
  period: { label: 'Период', all: 'За всё время', month: 'За 30 дней' },
  tiles: {
    label: 'Показатели программы',
    students: 'Студенты',
    partners: 'Партнёры',
    stocks: 'Акции',
    points: 'Торговые точки',
    ofStudents: (all: boolean) => (all ? 'всех университетов' : 'вашего университета'),
    /** What a month brought is told from what there is. */
    gained: (count: number) => (count > 0 ? `+${numbers.format(count)}` : numbers.format(count)),
    added: (count: number) => `${count > 0 ? '+' : ''}${numbers.format(count)} за 30 дней`,
    change(change: number) {
      const than = 'за 30 дней до этого';
      if (change === 0) return `столько же, сколько ${than}`;
      return `на ${numbers.format(Math.abs(change))} ${change > 0 ? 'больше' : 'меньше'}, чем ${than}`;
    },
  },
  line: {
    all: (values: readonly number[]) =>
      `Значения за год через каждые 30 дней: ${values.map((n) => numbers.format(n)).join(', ')}`,
    month: (values: readonly number[]) =>
      `Прирост за год по 30 дней: ${values.map((n) => numbers.format(n)).join(', ')}`,
    point: (day: Date, value: number) => `${days.format(day)}: ${numbers.format(value)}`,
    span: (day: Date, value: number) => `30 дней по ${days.format(day)}: ${numbers.format(value)}`,
  },
  rating: {
    title: 'Рейтинг партнёров',
    hint: (by: 'barcode' | 'card', all: boolean) =>
      by === 'barcode'
        ? `Сколько раз студенты ${whose(all)} показали штрихкод у партнёра`
        : `Сколько раз студенты ${whose(all)} открыли карточку партнёра`,
    by: { barcode: 'По штрихкоду', card: 'По карточке' },
    place: (place: number) => `${numbers.format(place)}-е место`,
    value: (by: 'barcode' | 'card', count: number) =>
      by === 'barcode'
        ? plural(count, 'показ', 'показа', 'показов')
        : plural(count, 'просмотр', 'просмотра', 'просмотров'),
    total: (count: number) =>
      `${numbers.format(count)} ${plural(count, 'партнёр', 'партнёра', 'партнёров')}`,
    empty: 'Партнёров пока нет',
    unseen: 'За этот период студенты ещё не смотрели партнёров.',
  },
};
