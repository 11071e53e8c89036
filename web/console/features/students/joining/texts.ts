/** Texts of an application that a student has sent; apart from the others, which the list loads too. */
export const t = {
  title: 'Проверка заявки',
  document: 'Документ',
  documentOf: (name: string) => `Документ: ${name}`,
  noDocument: 'Документ не приложен или уже удалён',
  submitted: 'Отправлена',
  consents: 'Согласия',
  consent: (version: number, moment: string) => `Версия ${version}, ${moment}`,
  noConsents: 'Студент не давал согласий в приложении',
};
