import { formatNumber } from '../../../../kit/format/number';

/** Texts of who saw a student (rules 31). */
export const t = {
  title: 'Кто видел',
  hint: 'Время московское. Видно только администраторам.',
  views: 'Открывали карточку',
  noViews: 'Карточку никто не открывал.',
  exports: 'Выгружали данные',
  noExports: 'Данные студента никто не выгружал.',
  noExportsYet: 'В последних выгрузках этого студента нет.',
  rows: (list: string, count: number) => `${list}, строк: ${formatNumber(count)}`,
  filter: (words: string) => `Фильтр: ${words}`,
  purpose: (words: string) => `Цель: ${words}`,
  hidden: 'Фильтр и цель видит администратор программы',
  downloaded: (at: string, address: string) => `Файл скачан ${at}, адрес ${address}`,
  notDownloaded: 'Файл не скачивали',
  showLists: 'Показать также просмотры в списках',
  lists: 'Видели в списках',
  noLists: 'В списках студента никто не видел.',
  noListsYet: (until: string) => `Просмотрено до ${until}: в списках студента пока не нашли.`,
  further: 'Искать раньше',
  inStudents: 'Список студентов',
  inApplications: 'Список заявок',
  inParticipants: 'Участники мероприятия',
  inCodes: 'Выданные промокоды',
  card: 'Карточка',
  from: (address: string) => `адрес ${address}`,
};
