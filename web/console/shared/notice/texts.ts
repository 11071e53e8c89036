/** Texts of notifications and of the error catalogue (rules 4), word for word. */
export const t = {
  region: 'Уведомления',
  title: 'Ошибка',
  unauthorized: 'Ошибка авторизации пользователя. Пожалуйста, обновите страницу.',
  forbidden: 'Доступ запрещён.',
  notFound: 'Не найдено.',
  conflict: 'Попробуйте ещё раз.',
  other: 'Не удалось связаться с сервером. Проверьте интернет-соединение.',
  unexpected: 'Произошла непредвиденная ошибка. Если она повторится, сообщите в поддержку.',
  slow: 'Сервер отвечает дольше обычного…',
  number: (number: string) => `Номер ошибки: ${number}.`,
};
