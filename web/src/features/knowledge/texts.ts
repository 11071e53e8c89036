import { plural } from '../../shared/plural';
import { common } from '../../shared/texts';

const numbers = new Intl.NumberFormat('ru');

const questions = (count: number) =>
  `${numbers.format(count)} ${plural(count, 'вопрос', 'вопроса', 'вопросов')}`;

const votes = (count: number) =>
  `${numbers.format(count)} ${plural(count, 'голос', 'голоса', 'голосов')}`;

/** Words of the knowledge base (spec part 2). */
export const t = {
  title: 'База знаний',
  add: 'Добавить вопрос/акт',
  /** The owner of what belongs to no university. */
  programme: common.product,
  questions,
  categories: {
    label: 'Категории',
    empty: 'Категорий пока нет',
    emptyHint: 'Их добавляет администратор программы.',
    unknown: 'Такой категории нет',
    toAll: 'Ко всем категориям',
  },
  list: { empty: 'В этой категории пока нет вопросов' },
  /** Over all categories, only ever shown for a search or a filter. */
  found: { title: 'База знаний', empty: 'Ничего не найдено' },
  columns: {
    question: 'Вопрос',
    category: 'Категория',
    creator: 'Создатель',
    statistics: 'Статистика',
    total: 'Всего голосов',
    date: 'Дата создания',
  },
  sort: { date: 'По дате', votes: 'По голосам', question: 'По вопросу' },
  votes: {
    none: 'Нет голосов',
    both: (plus: number, minus: number) => `За: ${plus}, против: ${minus}`,
    all: votes,
    share: (percent: number) => `${percent}% за`,
  },
  university: {
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
  },
  foreign: (owner: string) => `Изменить может только владелец: ${owner}`,
  form: {
    add: 'Добавление вопроса/нормативного акта',
    update: 'Обновление вопроса/нормативного акта',
    view: 'Вопрос/нормативный акт',
    category: 'Категория',
    categoryPlaceholder: 'Выберите категорию',
    question: 'Вопрос',
    answer: 'Ответ',
    content: 'Содержание',
    fillAll: 'Заполните все поля!',
    failed: 'Произошла ошибка, попробуйте позже',
    submit: 'Добавить',
  },
  card: {
    facts: 'Сведения',
    creator: 'Создатель',
    date: 'Дата создания',
    votes: 'Голоса студентов',
  },
  history: { added: 'Вопрос добавлен', saved: 'Вопрос изменён', answer: 'Изменён ответ' },
  done: { added: 'Вопрос добавлен', saved: 'Изменения сохранены' },
  removing: {
    button: 'Удалить',
    title: (count: number) => (count === 1 ? 'Удалить вопрос?' : 'Удалить вопросы?'),
    one: (question: string) =>
      `«${question}» исчезнет из базы знаний вместе с голосами студентов. Восстановить его нельзя.`,
    many: (count: number) =>
      `${plural(count, 'Будет удалён', 'Будут удалены', 'Будет удалено')} ${questions(count)} вместе с голосами студентов. Восстановить их нельзя.`,
    done: (count: number) =>
      count === 1
        ? 'Вопрос удалён'
        : `${plural(count, 'Удалён', 'Удалены', 'Удалено')} ${questions(count)}`,
  },
};
