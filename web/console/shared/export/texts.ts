/** Texts of an export, on its list and in the notice of its file. */
export const t = {
  button: 'Скачать .xlsx',
  title: (list: string) => `Выгрузка: ${list}`,
  preparing: 'Подготовка файла к скачиванию...',
  ready: 'Файл готов',
  download: 'Скачать',
  failed: 'Неизвестная ошибка',
  failedText: 'Ошибка. Попробуйте позже',
  refused: 'Выгрузка не началась',
  purpose: {
    title: (list: string) => `Выгрузка: ${list}`,
    text: 'В файле будут персональные данные. Кто и когда его скачал, видно в журнале.',
    submit: 'Выгрузить',
    label: 'Для чего нужна выгрузка',
    placeholder: 'Например, сверка с приёмной комиссией',
  },
};
