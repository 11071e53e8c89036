/** Texts of the university filter. */
export const t = {
  title: 'Университет',
  all: 'все',
  chosen: 'выбран',
  everybody: 'Все университеты',
  button: (chosen: string) => `Университет: ${chosen}`,
  search: 'Найти университет',
  placeholder: 'Название университета',
  short: 'Введите не меньше трёх букв названия.',
  searching: 'Поиск…',
  nothing: 'Такого университета нет.',
  found: 'Найденные университеты',
  field: {
    choose: 'Выберите университет',
    hint: 'Начните вводить название, не меньше трёх букв',
  },
};
