import { formatLongDay, formatMonth } from '../../../kit/format/day';
import { formatNumber } from '../../../kit/format/number';
import { counted, plural } from '../../../kit/format/plural';
import { menu } from '../../shared/access/texts';

const whose = (all: boolean) => (all ? 'всех университетов' : 'вашего университета');

/** Texts of the statistics (rules 11). */
export const t = {
  title: menu.statistics,
  number: (count: number) => formatNumber(count),
  period: { label: 'Период', all: 'За всё время', month: 'За 30 дней' },
  tiles: {
    label: 'Показатели программы',
    students: 'Студенты',
    partners: 'Партнёры',
    stocks: 'Акции',
    points: 'Торговые точки',
    ofStudents: whose,
    /** The sign distinguishes a gain from a total. */
    gained: (count: number) => (count > 0 ? `+${formatNumber(count)}` : formatNumber(count)),
    before: (count: number) => `было ${formatNumber(count)}`,
    change: (last: number, before: number) =>
      `За 30 дней добавлено: ${formatNumber(last)}, за 30 дней до этого: ${formatNumber(before)}`,
  },
  months: {
    caption: 'Новые по месяцам',
    none: 'За год новых не было',
    all: (values: readonly number[]) =>
      `Новые за год, по 30 дней: ${values.map((n) => formatNumber(n)).join(', ')}`,
    one: (day: Date, value: number) => `30 дней по ${formatLongDay(day)}: ${formatNumber(value)}`,
    name: formatMonth,
  },
  rating: {
    title: 'Рейтинг партнёров',
    hint: (by: 'barcode' | 'card', all: boolean) =>
      by === 'barcode'
        ? `Сколько раз студенты ${whose(all)} показали штрихкод у партнёра`
        : `Сколько раз студенты ${whose(all)} открыли карточку партнёра`,
    by: { barcode: 'По штрихкоду', card: 'По карточке' },
    place: (place: number) => `${formatNumber(place)}-е место`,
    value: (by: 'barcode' | 'card', count: number) =>
      by === 'barcode'
        ? plural(count, 'показ', 'показа', 'показов')
        : plural(count, 'просмотр', 'просмотра', 'просмотров'),
    total: (count: number) => counted(count, 'партнёр', 'партнёра', 'партнёров'),
    empty: 'Партнёров пока нет',
    emptyHint: 'Рейтинг появится, когда в программе будут партнёры.',
    unseen: 'За этот период студенты ещё не смотрели партнёров.',
    unseenHint: (period: 'all' | 'month') =>
      period === 'month'
        ? 'Посмотрите рейтинг за всё время.'
        : 'Рейтинг появится, когда студенты начнут пользоваться скидками.',
  },
};
