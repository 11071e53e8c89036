type Offer = { shortNameUniversity: string; inviter: string; login: string };

/** Texts of the page of an invitation (rules 26.10). */
export const t = {
  title: 'Приглашение',
  hint: ({ shortNameUniversity, inviter, login }: Offer) =>
    `${inviter} приглашает вас работать в СтудБонусе: ${shortNameUniversity}. Адрес для входа: ${login}.`,
  surname: 'Фамилия',
  surnameRequired: 'Укажите фамилию',
  name: 'Имя',
  nameRequired: 'Укажите имя',
  patronymic: 'Отчество',
  password: 'Придумайте пароль',
  button: 'Принять приглашение',
  broken: 'Ошибка сервера',
  dead: 'Приглашение не действует',
  deadHint: 'Ссылка устарела, отозвана или уже использована. Попросите новое приглашение.',
  done: 'Добро пожаловать!',
  doneHint: 'Учётная запись создана. Войдите с новым паролем.',
};
