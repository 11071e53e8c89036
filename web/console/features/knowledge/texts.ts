import { formatPercent } from '../../../kit/format/number';
import { counted, plural } from '../../../kit/format/plural';
import { quoted } from '../../../kit/format/quoted';
import { menu } from '../../shared/access/texts';
import { common } from '../../shared/texts';

const questions = (count: number) => counted(count, 'вопрос', 'вопроса', 'вопросов');

const votes = (count: number) => counted(count, 'голос', 'голоса', 'голосов');

/** Texts of the knowledge base (rules 11). */
export const t = {
  title: menu.knowledge,
  add: 'Добавить вопрос/акт',
  /** The owner of questions that belong to no university. */
  programme: common.product,
  questions,
  categories: {
    label: 'Категории',
    empty: 'Категорий пока нет',
    emptyHint: 'Их добавляет администратор программы.',
    unknown: 'Такой категории нет',
    toAll: 'Ко всем категориям',
  },
  list: {
    empty: 'В этой категории пока нет вопросов',
    hint: 'Добавьте первый вопрос или нормативный акт.',
  },
  /** The list of all categories; shown only for a search or a filter. */
  found: { title: menu.knowledge, empty: 'Ничего не найдено' },
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
    share: (percent: number) => `${formatPercent(percent)} за`,
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
      `${quoted(question)} исчезнет из базы знаний вместе с голосами студентов. Восстановить его нельзя.`,
    many: (count: number) =>
      `${plural(count, 'Будет удалён', 'Будут удалены', 'Будет удалено')} ${questions(count)} вместе с голосами студентов. Восстановить их нельзя.`,
    done: (count: number) =>
      count === 1
        ? 'Вопрос удалён'
        : `${plural(count, 'Удалён', 'Удалены', 'Удалено')} ${questions(count)}`,
  },
};
