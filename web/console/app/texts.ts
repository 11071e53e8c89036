import { formatNumber } from '../../kit/format/number';

/** Texts of the shell. */
export const t = {
  skip: 'Перейти к содержимому',
  menu: 'Главное меню',
  openMenu: 'Открыть меню',
  universities: 'Университеты',
  structureFirst: 'Сначала создайте структуру',
  menuHint: (label: string, why: string) => `${label}. ${why}`,
  find: 'Быстрый поиск',
  findKey: 'Ctrl + K',
  logout: 'Выйти',
  unsavedLogout: {
    title: 'Выйти без сохранения?',
    text: 'На странице есть несохранённые изменения. После выхода они будут потеряны.',
    stay: 'Остаться',
  },
  scheme: {
    label: 'Тема оформления',
    light: 'Светлая',
    auto: 'Как в системе',
    dark: 'Тёмная',
  },
  badge: (count: number) => `новых: ${count}`,
  count: (count: number) => formatNumber(count),
  factorBanner: (day: string) => `С ${day} для входа понадобится код из приложения.`,
  factorSetUp: 'Настроить сейчас',
};
