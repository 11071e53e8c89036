import { counted, plural } from '../../../kit/format/plural';
import { menu } from '../../shared/access/texts';

const applications = (count: number) => counted(count, 'заявка', 'заявки', 'заявок');

const chosen = (count: number) =>
  `${plural(count, 'Выбрана', 'Выбраны', 'Выбрано')} ${applications(count)}`;

const done = (one: string, few: string, many: string) => (count: number) =>
  `${plural(count, one, few, many)} ${applications(count)}`;

/** Texts of students and applications (rules 6). */
export const t = {
  students: {
    one: 'Студент',
    edit: 'Редактирование студента',
    list: {
      title: menu.students,
      empty: 'Добавьте университет',
      hint: 'Студенты появятся здесь, когда вы одобрите их заявки.',
    },
  },
  applications: {
    one: 'Заявка',
    edit: 'Редактирование заявки',
    list: {
      title: menu.applications,
      empty: 'Нет студентов',
      hint: 'Новые заявки студентов появятся здесь сами.',
    },
  },
  columns: {
    name: 'ФИО',
    faculty: 'Факультет',
    period: 'Период обучения',
    course: 'Курс',
    phone: 'Телефон',
    code: 'Номер штрихкода',
    university: 'Университет',
    city: 'Город',
    applied: 'Подана',
  },
  /** Labels of the quick filters. */
  quick: { moderation: 'Ждут', rejected: 'Отклонённые' },
  waiting: { title: 'Ожидание', any: 'Любое', words: { 3: 'Больше трёх дней' } },
  sort: {
    date: 'По дате',
    name: 'По фамилии',
    course: 'По курсу',
    faculty: 'По факультету',
  },
  courseOf: (course: number) => `${course} курс`,
  codeOf: (code: string) => `№ ${code}`,
  noPhone: 'Не указан',
  status: 'Статус',
  statuses: {
    active: 'Активен',
    blocked: 'Заблокирован',
    moderation: 'На модерации',
    rejected: 'Заявка отклонена',
  },
  expired: 'Активен, карта истекла',
  shortExpired: 'Карта истекла',
  /** For the lists, where the page already says 'application'. */
  shortStatuses: {
    active: 'Активен',
    blocked: 'Заблокирован',
    moderation: 'На модерации',
    rejected: 'Отклонена',
  },
  actions: {
    edit: 'Редактировать',
    move: 'Перевести',
    block: 'Заблокировать',
    unblock: 'Разблокировать',
    approve: 'Одобрить',
    reject: 'Отклонить',
    alreadyRejected: 'Заявка уже отклонена',
  },
  moving: {
    title: 'Перевести в другой университет',
    text: (name: string, university: string) =>
      `${name}, сейчас ${university}. Файлы, отзывы и жалобы студента перейдут к операторам нового университета.`,
    choose: 'Выберите университет',
    confirm: 'Перевести',
    done: 'Студент переведён',
  },
  blocking: {
    title: 'Заблокировать студента?',
    text: (name: string) => `${name} не сможет пользоваться скидками программы до разблокировки.`,
    presets: ['Неуплата членского взноса', 'Выход из профсоюза', 'Исключение из профсоюза'],
  },
  rejecting: {
    title: 'Отклонить заявку?',
    text: (name: string) => `${name}. Отклонённую заявку можно будет одобрить позже.`,
    presets: ['Ошибки в ФИО', 'Некорректное фото / нет фото', 'Чёрный список'],
  },
  correcting: {
    label: 'Что исправить',
    placeholder: 'Можно не указывать',
    hint: 'Студент увидит эти поля отмеченными в своей заявке.',
    asked: 'Просим исправить',
  },
  /** Fields of the student's form, in its order. */
  correctable: {
    universityId: 'Университет',
    facultyId: 'Факультет',
    specialtyId: 'Специальность',
    course: 'Курс',
    startYear: 'Год начала обучения',
    endYear: 'Год окончания обучения',
    surname: 'Фамилия',
    name: 'Имя',
    patronymic: 'Отчество',
    birthDate: 'Дата рождения',
    cityId: 'Город',
    portrait: 'Фото',
    document: 'Документ',
  },
  many: {
    approving: 'Одобрить заявки?',
    approvingText: (count: number) =>
      `${chosen(count)}. Студенты получат карты; решение можно отменить в течение двух минут.`,
    rejecting: 'Отклонить заявки?',
    rejectingText: (count: number) =>
      `${chosen(count)}. Причина и поля будут общими для всех; решение можно отменить в течение двух минут.`,
    approved: done('Одобрена', 'Одобрены', 'Одобрено'),
    rejected: done('Отклонена', 'Отклонены', 'Отклонено'),
  },
  done: {
    blocked: 'Студент заблокирован',
    unblocked: 'Студент разблокирован',
    approved: 'Заявка одобрена',
    rejected: 'Заявка отклонена',
    saved: 'Изменения сохранены',
  },
  round: {
    presets: 'Отклонить сразу',
    failed: (name: string) => `Решение не сохранено: ${name}`,
  },
  edit: {
    photo: 'Фото',
    photoHint: 'Рекомендуемый размер — не меньше 400×400 пикселей.',
    surname: 'Фамилия',
    surnameRequired: 'Укажите фамилию',
    name: 'Имя',
    nameRequired: 'Укажите имя',
    patronymic: 'Отчество',
    birthdate: 'Дата рождения',
    birthYear: 'Проверьте год рождения',
    phone: 'Телефон',
    faculty: 'Факультет',
    facultyPlaceholder: 'Выберите факультет',
    specialty: 'Специальность',
    specialtyPlaceholder: 'Выберите специальность',
    specialtyFirst: 'Сначала выберите факультет',
    noSpecialties: 'У факультета нет специальностей',
    course: 'Курс',
    start: 'Год начала обучения',
    end: 'Год окончания обучения',
    endBeforeStart: 'Окончание не может быть раньше начала обучения',
    facultiesFailed: 'Список факультетов не загрузился',
    broken: 'Что-то пошло не так',
  },
};
