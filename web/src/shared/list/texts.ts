const numbers = new Intl.NumberFormat('ru');

/** Words of every list. */
export const t = {
  search: 'Поиск',
  searchLabel: 'Поиск по списку',
  searchHint: 'Чтобы перейти к поиску, нажмите клавишу «/»',
  clearSearch: 'Очистить поиск',
  filters: 'Фильтры',
  filtersActive: (count: number) => `выбрано: ${count}`,
  sort: 'Сортировка',
  direction: {
    ASC: 'По возрастанию',
    DESC: 'По убыванию',
    turn: 'Изменить направление сортировки',
  },
  total: (count: number) => `Найдено: ${numbers.format(count)}`,
  removeFilter: 'Убрать фильтр:',
  reset: 'Сбросить всё',
  nothing: 'Ничего не найдено',
  nothingHint: 'Попробуйте изменить запрос или убрать фильтры.',
  noValue: '—',
  failed: 'Список не обновился.',
  pages: {
    label: 'Страницы',
    go: 'Перейти на страницу',
    of: (pages: number) => `из ${numbers.format(pages)}`,
    previous: 'Назад',
    next: 'Далее',
    more: '...',
    moreLabel: (page: number) => `К странице ${page} и дальше`,
    page: (page: number) => `Страница ${page}`,
  },
  city: {
    title: 'Города',
    all: 'все',
    button: (chosen: string) => `Города: ${chosen}`,
    search: 'Найти город',
    placeholder: 'Название города',
    short: 'Введите не меньше двух букв названия.',
    nothing: 'Такого города нет.',
    found: 'Найденные города',
    chosen: 'Выбранные города',
    clear: 'Убрать все',
    unknown: 'Город',
    searching: 'Поиск…',
  },
  tools: 'Действия',
  select: {
    all: 'Выбрать все строки на странице',
    row: (name: string) => `Выбрать: ${name}`,
    locked: (name: string, why: string) => `${name}. ${why}`,
    count: (count: number) => `Выбрано: ${numbers.format(count)}`,
    clear: 'Снять выбор',
    whole: (count: number) => `Выбрать все найденные: ${numbers.format(count)}`,
    tooMany: (limit: number) =>
      `Выбрать все найденные нельзя: за один раз не больше ${numbers.format(limit)}`,
  },
  near: {
    label: 'Соседние карточки списка',
    previous: 'Предыдущая карточка (клавиша ←)',
    next: 'Следующая карточка (клавиша →)',
    place: (position: number, total: number) =>
      `${numbers.format(position)} из ${numbers.format(total)}`,
  },
  /** Keys of the Russian layout in the order of `qwerty…: what is typed in the wrong one is still found. */
  keys: 'ёйцукенгшщзхъфывапролджэячсмитьбю',
};
