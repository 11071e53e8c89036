/** Texts of a logout without an answer. */
export const t = {
  notEnded: {
    title: 'Вы вышли на этом компьютере',
    text: 'Сервер не ответил. Сам сеанс закончится в течение 24 часов.',
  },
};
