import { formatNumber } from '../../../kit/format/number';
import { plural } from '../../../kit/format/plural';

/** Texts of working through a list. */
export const t = {
  button: 'Разбирать подряд',
  left: (left: number) => `Осталось ${formatNumber(left)}`,
  list: 'Ход разбора',
  now: 'сейчас на экране',
  skipped: 'отложена до конца',
  skip: 'Пропустить',
  undo: 'Отменить последнее',
  notUndone: 'Решение не отменено',
  empty: 'Всё разобрано',
  emptyText: 'Под этим фильтром больше ничего не ждёт решения.',
  taken: 'Остальное разбирают коллеги',
  takenText: (left: number) =>
    `${formatNumber(left)} ${plural(left, 'карточка сейчас открыта', 'карточки сейчас открыты', 'карточек сейчас открыто')} у других операторов. Через пять минут нерешённые снова станут доступны.`,
  again: 'Проверить ещё раз',
  toList: 'Вернуться к списку',
  failed: (name: string) => `Решение не сохранено: ${name}`,
  failedBack: 'Вернуться к карточке',
  announced: (outcome: string, name: string) => `${outcome}: ${name}`,
};
