import type { Area, Role } from './access.gen';

/** Menu labels. Kept apart from the areas' own texts, which load with the first page of an area. */
export const menu: Readonly<Record<Area, string>> = {
  students: 'Студенты',
  applications: 'Заявки',
  partners: 'Партнёры',
  promotions: 'Управление акциями',
  reviews: 'Отзывы',
  news: 'Новости',
  structure: 'Структура',
  statistics: 'Статистика',
  knowledge: 'База знаний',
  rzdBonus: 'РЖД Бонус',
  operators: 'Операторы',
  catalogues: 'Справочники',
  journal: 'Журнал',
  settings: 'Настройки',
  attention: 'Требует внимания',
};

/** The label of promotions, which is shorter for university operators. */
export const promotionsFor = (role: Role) =>
  role === 'operator_univer' ? 'Акции' : menu.promotions;
