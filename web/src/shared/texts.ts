/** Words that any screen may need. */
export const common = {
  product: 'СтудБонус',
  back: 'Назад',
  save: 'Сохранить',
  cancel: 'Отменить',
  close: 'Закрыть',
  showPassword: 'Показать или скрыть пароль',
  loading: 'Загрузка',
  retry: 'Повторить',
  delete: 'Удалить',
  edit: 'Редактировать',
  previousPicture: 'Предыдущее изображение',
  nextPicture: 'Следующее изображение',
  pictureOf: (place: number, count: number) => `${place} из ${count}`,
  failed: 'Не удалось загрузить данные',
  broken: {
    title: 'Страница не открылась',
    text: 'Произошла непредвиденная ошибка. Обновите страницу. Если это не поможет, сообщите в поддержку.',
    reload: 'Обновить страницу',
  },
};
