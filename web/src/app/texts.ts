const numbers = new Intl.NumberFormat('ru');

/** Words of the shell. */
export const t = {
  skip: 'Перейти к содержимому',
  menu: 'Главное меню',
  openMenu: 'Открыть меню',
  universities: 'Университеты',
  logout: 'Выйти',
  unsavedLogout: {
    title: 'Выйти без сохранения?',
    text: 'На странице есть несохранённые изменения. После выхода они будут потеряны.',
    stay: 'Остаться',
  },
  logoutUntold: {
    title: 'Вы вышли на этом компьютере',
    text: 'Сервер не ответил. Сам сеанс закончится в течение 24 часов.',
  },
  scheme: {
    label: 'Тема оформления',
    light: 'Светлая',
    auto: 'Как в системе',
    dark: 'Тёмная',
  },
  badge: (count: number) => `новых: ${count}`,
  count: (count: number) => numbers.format(count),
};
