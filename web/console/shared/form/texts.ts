import { formatNumber } from '../../../kit/format/number';
import { plural } from '../../../kit/format/plural';

/** Texts of the form dialogs and rules. */
export const t = {
  required: 'Обязательное поле',
  tooLong: (limit: number) => `Не более ${limit} ${symbols(limit)}`,
  overLimit: (limit: number, count: number) =>
    `Не более ${limit} ${symbols(limit)}, сейчас ${count}`,
  tooMany: (most: number, count: number) => `Не более ${most}, сейчас ${count}`,
  left: (count: number) => `Осталось символов: ${formatNumber(count)}`,
  phonePlaceholder: '+_ (___) ___-__-__',
  phoneIncomplete: 'Введите номер полностью: 11 цифр',
  clear: 'Очистить',
  nothingFound: 'Ничего не найдено',
  choose: 'Выберите вариант из списка',
  datePlaceholder: 'ДД.ММ.ГГГГ',
  dateWrong: 'Укажите дату в виде ДД.ММ.ГГГГ',
  moment: {
    date: (label: string) => `${label}: дата`,
    time: (label: string) => `${label}: время`,
    placeholder: '00:00',
    pick: 'Время',
    none: 'Не выбрано',
    zone: 'МСК',
  },
  changedElsewhere: 'Другой оператор сохранил здесь другое значение',
  calendar: 'Календарь',
  openCalendar: 'Открыть календарь',
  calendarLabels: {
    monthLevelControl: 'Выбрать месяц',
    yearLevelControl: 'Выбрать год',
    previousMonth: 'Предыдущий месяц',
    nextMonth: 'Следующий месяц',
    previousYear: 'Предыдущий год',
    nextYear: 'Следующий год',
    previousDecade: 'Предыдущее десятилетие',
    nextDecade: 'Следующее десятилетие',
  },
  city: {
    placeholder: 'Начните вводить название',
    short: 'Введите не меньше двух букв',
    searching: 'Поиск…',
    choose: 'Выберите город из списка',
    failed: 'Не удалось загрузить города. Измените запрос, чтобы повторить поиск',
  },
  photo: {
    pick: 'Загрузить',
    replace: 'Заменить',
    remove: 'Удалить',
    drop: 'Файл можно перетащить сюда.',
    hint: 'JPG, PNG или GIF до 5 МБ.',
    loading: 'Файл загружается',
    wrongType: 'Подойдёт изображение JPG, PNG или GIF',
    tooLarge: 'Файл больше 5 МБ. Выберите файл поменьше',
    empty: 'Файл пуст. Выберите другой',
    wait: 'Дождитесь окончания загрузки',
    changed: 'Другой оператор сохранил другое изображение',
  },
  rich: {
    toolbar: 'Оформление текста',
    bold: 'Полужирный',
    italic: 'Курсив',
    bulletList: 'Список',
    orderedList: 'Нумерованный список',
    link: 'Ссылка',
    address: 'Адрес ссылки',
    addressPlaceholder: 'https://',
    addressWrong: 'Укажите адрес сайта, почты (mailto:) или телефона (tel:)',
    apply: 'Готово',
    unlink: 'Убрать ссылку',
    count: (count: number, limit: number) =>
      `Символов: ${formatNumber(count)} из ${formatNumber(limit)}`,
    tooLong: (limit: number) => `Максимальное количество символов: ${limit}`,
  },
  leave: {
    title: 'Уйти без сохранения?',
    text: 'Изменения на этой странице не сохранены и будут потеряны.',
    kept: 'Изменения не сохранены. Черновик останется в этом браузере до выхода из системы.',
    stay: 'Остаться',
    go: 'Уйти',
  },
  shut: {
    title: 'Закрыть без сохранения?',
    text: 'Введённое в этом окне не сохранено и будет потеряно.',
    stay: 'Вернуться',
    go: 'Не сохранять',
  },
  draft: {
    found: (date: string, time: string) =>
      `Восстановлен черновик от ${date}, ${time} МСК. Он хранится только в этом браузере.`,
    restart: 'Начать заново',
    offered: (date: string, time: string) =>
      `В закрытой вкладке остался черновик от ${date}, ${time} МСК.`,
    take: 'Продолжить его',
    forget: 'Удалить черновик',
  },
  stale: {
    title: 'Данные уже изменены',
    text: 'Пока вы работали с этой формой, другой оператор сохранил свои изменения. Загрузите их: введённое вами останется в форме, а рядом будет видно, что сохранено сейчас.',
    stay: 'Вернуться к форме',
    reload: 'Загрузить изменения',
    now: (value: string) => (value ? `Сейчас сохранено: ${value}` : 'Сейчас сохранено: пусто'),
  },
};

function symbols(count: number) {
  return plural(count, 'символа', 'символов', 'символов');
}
