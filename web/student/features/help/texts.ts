import { counted } from '../../../kit/format/plural';

/** Texts of the knowledge base. */
export const t = {
  title: 'Помощь',
  search: 'О чём вы хотите узнать?',
  categories: 'Разделы',
  empty: 'Ничего не нашлось',
  emptyText: 'Попробуйте другое слово или спросите в профсоюзе своего университета.',
  nothing: 'Ответов пока нет',
  reset: 'Показать все вопросы',
  helped: 'Помогло?',
  yes: 'Да',
  no: 'Нет',
  thanks: 'Спасибо за ответ.',
  useful: (n: number) => `Помогло ${counted(n, 'студенту', 'студентам', 'студентам')}`,
} as const;
