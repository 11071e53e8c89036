import { formatNumber } from '../../../kit/format/number';

/** Texts of all lists. */
export const t = {
  search: 'Поиск',
  searchLabel: 'Поиск по списку',
  searchHint: 'Чтобы перейти к поиску, нажмите клавишу «/»',
  clearSearch: 'Очистить поиск',
  filters: 'Фильтры',
  filtersActive: (count: number) => `выбрано: ${formatNumber(count)}`,
  sort: 'Сортировка',
  direction: {
    ASC: 'По возрастанию',
    DESC: 'По убыванию',
    label: 'Направление',
    turn: 'Изменить направление сортировки',
  },
  sheet: {
    title: 'Фильтры и сортировка',
    show: (count: number) => `Показать: ${formatNumber(count)}`,
    done: 'Готово',
  },
  /** The title of a filter with the number of its chosen values. */
  counted: (title: string, count: number) => (count > 0 ? `${title} · ${count}` : title),
  total: (count: number) => `Найдено: ${formatNumber(count)}`,
  removeFilter: 'Убрать фильтр:',
  reset: 'Сбросить всё',
  nothing: 'Ничего не найдено',
  nothingHint: 'Попробуйте изменить запрос или убрать фильтры.',
  noValue: '—',
  gone: 'Значение удалено',
  failed: 'Список не обновился.',
  pages: {
    label: 'Страницы',
    go: 'Перейти на страницу',
    of: (pages: number) => `из ${formatNumber(pages)}`,
    previous: 'Назад',
    next: 'Далее',
    more: '...',
    moreLabel: (page: number) => `К странице ${page} и дальше`,
    page: (page: number) => `Страница ${page}`,
  },
  city: {
    title: 'Города',
    button: (count: number) => (count > 0 ? `Города · ${count}` : 'Города: все'),
    search: 'Найти город',
    placeholder: 'Название города',
    short: 'Введите не меньше двух букв названия.',
    nothing: 'Такого города нет.',
    found: 'Найденные города',
    chosen: 'Выбранные города',
    frequent: 'Частые города',
    clear: 'Убрать все',
    unknown: 'Город',
    gone: 'Город удалён',
    searching: 'Поиск…',
  },
  tools: 'Действия',
  select: {
    all: 'Выбрать все строки на странице',
    row: (name: string) => `Выбрать: ${name}`,
    locked: (name: string, why: string) => `${name}. ${why}`,
    count: (count: number) => `Выбрано: ${formatNumber(count)}`,
    clear: 'Снять выбор',
    allFound: (count: number) => `Выбрать все найденные: ${formatNumber(count)}`,
    tooMany: (limit: number) =>
      `Выбрать все найденные нельзя: за один раз не больше ${formatNumber(limit)}`,
  },
  neighbours: {
    label: 'Соседние карточки списка',
    previous: 'Предыдущая карточка (клавиша ←)',
    next: 'Следующая карточка (клавиша →)',
    place: (position: number, total: number) =>
      `${formatNumber(position)} из ${formatNumber(total)}`,
  },
  /** Keys of the Russian layout in the order of `qwerty…, to match text typed in the wrong layout. */
  keys: 'ёйцукенгшщзхъфывапролджэячсмитьбю',
};
