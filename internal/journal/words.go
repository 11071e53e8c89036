package journal

import (
	"cmp"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
)

// Actions names every action of the log for people, on the screen and in its spreadsheet.
var Actions = map[string]string{ //nolint:gosec // names of actions, some with "password" in them
	"access.denied": "Отказ в доступе", "access.denied.more": "Ещё отказы в доступе",

	"student.view": "Открыта карточка студента", "partner.view": "Открыта карточка партнёра", "stock.view": "Открыта карточка акции", "review.view": "Открыт отзыв",
	"students.list": "Показан список студентов", "applications.list": "Показан список заявок", "students.twins": "Показаны похожие студенты",
	"participants.list": "Показаны участники мероприятия", "codes.list": "Показаны выданные промокоды",
	"reviews.list": "Показан список отзывов", "reviews.complaints": "Показаны жалобы на партнёра",
	"journal.read": "Прочитан журнал", "journal.open": "Открыта запись журнала", "journal.seen": "Проверено, кто видел студента",

	"exports.start": "Начата выгрузка", "exports.finish": "Выгрузка готова", "exports.cancel": "Выгрузка отменена",
	"students.export": "Начата выгрузка студентов", "students.exported": "Выгрузка студентов готова", // by former versions
	"news.exportParticipants": "Выгружены участники мероприятия", "news.exportSurvey": "Выгружены ответы опроса", "promotions.export": "Выгружена статистика акции",
	"files.download": "Скачан файл", "files.upload": "Загружен файл",

	"auth.signIn": "Вход", "auth.signInFailed": "Неудачный вход: неверный пароль", "auth.codeFailed": "Неудачный вход: неверный код", "auth.signOut": "Выход",
	"auth.confirm": "Подтверждена личность", "auth.endSession": "Завершён свой сеанс", "auth.endSessions": "Завершены свои остальные сеансы",
	"auth.refreshReused": "Сеанс завершён из соображений безопасности",
	"auth.password":      "Изменён пароль", "auth.rehash": "Обновлён хеш пароля", "auth.resetRequest": "Запрошен сброс пароля",
	"auth.factorOn": "Включён вход по коду", "auth.factorOff": "Отключён вход по коду", "auth.codes": "Созданы новые резервные коды",
	"auth.factorPolicy": "Изменено, кому обязателен вход по коду",

	"operators.add": "Добавлен оператор", "operators.invite": "Отправлено приглашение оператору", "operators.resend": "Приглашение оператору отправлено ещё раз",
	"operators.revoke": "Отозвано приглашение оператору", "operators.rights": "Изменены права оператора", "operators.blocked": "Оператор заблокирован",
	"operators.active": "Оператор разблокирован", "operators.factorReset": "Сброшен вход по коду", "operators.endSession": "Завершён сеанс оператора",
	"operators.endSessions": "Завершены все сеансы оператора",
	"settings.profile":      "Изменён свой профиль", "settings.start": "Выбрана первая страница после входа", "settings.keys": "Включены или отключены клавиши", "settings.messengerLink": "Изменена ссылка на мессенджер",
	"views.add": "Сохранён вид списка", "views.save": "Изменён вид списка", "views.delete": "Удалён вид списка", "views.arrange": "Изменён порядок видов списка",

	"students.apply": "Подана заявка", "students.resend": "Заявка отправлена повторно", "students.save": "Изменены данные студента",
	"students.active": "Студент одобрен или разблокирован", "students.rejected": "Заявка отклонена", "students.blocked": "Студент заблокирован",
	"students.undo": "Отменено решение по студенту", "students.university": "Студент переведён в другой университет", "students.leave": "Студент отозвал заявку или вышел из программы",
	"students.bulk": "Студенты добавлены списком", "cards.device.issue": "Карта открыта на телефоне", "cards.device.reset": "Устройство карты сброшено",

	"members.signIn": "Вход студента", "members.signOut": "Выход студента", "members.endSession": "Студент завершил сеанс", "members.bind": "Учётная запись связана со студентом",
	"members.unbind":  "Учётная запись отвязана от студента",
	"members.consent": "Студент дал согласие", "members.withdraw": "Студент отозвал согласие", "members.email": "Студент изменил почту",
	"members.emailConfirmed": "Студент подтвердил почту", "members.phone": "Студент изменил телефон", "members.erase": "Учётная запись студента удалена",
	"members.consentText": "Добавлена версия текста согласия",

	"partners.create": "Добавлен партнёр", "partners.save": "Изменён партнёр", "partners.active": "Партнёр разблокирован", "partners.blocked": "Партнёр заблокирован",
	"partners.bulk":         "Партнёры добавлены списком",
	"partners.discount.add": "Добавлена скидка", "partners.discount.save": "Изменена скидка", "partners.discount.delete": "Удалена скидка",
	"partners.point.add": "Добавлена торговая точка", "partners.point.save": "Изменена торговая точка", "partners.point.delete": "Удалена торговая точка",
	"partners.photo.add": "Добавлено фото партнёра", "partners.photo.replace": "Заменено фото партнёра", "partners.photo.delete": "Удалено фото партнёра",
	"partners.vacancy.add": "Добавлена вакансия", "partners.vacancy.save": "Изменена вакансия", "partners.vacancy.delete": "Удалена вакансия",
	"cards.till.invite": "Создан код для подключения кассы", "cards.till.pair": "Касса подключена", "cards.till.unpair": "Касса отключена",

	"promotions.create": "Добавлена акция", "promotions.save": "Изменена акция", "promotions.active": "Акция разблокирована", "promotions.blocked": "Акция заблокирована",
	"promotions.import": "Загружены промокоды", "promotions.grant": "Выдан промокод",

	"reviews.submit": "Студент написал отзыв", "reviews.public": "Отзыв опубликован", "reviews.rejected": "Отзыв отклонён или снят с публикации", "reviews.undo": "Отменено решение по отзыву",
	"reviews.delete": "Отзыв удалён", "reviews.restore": "Отзыв восстановлен", "reviews.answer": "Добавлен ответ на отзыв", "reviews.editAnswer": "Изменён ответ на отзыв",
	"reviews.deleteAnswer": "Удалён ответ на отзыв", "reviews.complain": "Студент пожаловался на партнёра", "reviews.addTemplate": "Добавлена заготовка ответа",
	"reviews.saveTemplate": "Изменена заготовка ответа", "reviews.deleteTemplate": "Удалена заготовка ответа",

	"news.create": "Добавлена новость", "news.save": "Изменена новость", "news.delete": "Удалена новость", "news.approved": "Новость опубликована или разблокирована",
	"news.declined": "Новость отклонена", "news.blocked": "Новость заблокирована", "news.wait": "Новость разблокирована, ждёт согласования", "news.photoDelete": "Удалено фото новости",
	"news.vote": "Студент ответил на опрос", "news.register": "Студент записался на мероприятие", "news.cancel": "Студент отменил запись на мероприятие",

	"knowledge.create": "Добавлен вопрос в базу знаний", "knowledge.save": "Изменён вопрос базы знаний", "knowledge.delete": "Удалён вопрос базы знаний",

	"catalog.add": "Добавлена запись справочника", "catalog.save": "Изменена запись справочника", "catalog.delete": "Удалена запись справочника",
	"catalog.merge": "Начато объединение записей справочника", "catalog.merged": "Объединены записи справочника", "catalog.mergeFailed": "Объединить записи справочника не удалось",
	"catalog.import": "Загружен справочник", "catalog.reasons": "Изменены готовые причины",
	"universities.add": "Добавлен университет", "universities.save": "Изменён университет", "universities.delete": "Удалён университет",
	"structure.add": "Добавлен факультет или специальность", "structure.save": "Изменён факультет", "structure.delete": "Удалён факультет или специальность",
}

// Kinds describes every kind of object in the log.
var Kinds = map[string]Kind{
	"student": {Title: "Студент"}, "member": {Title: "Учётная запись студента"}, "grant": {Title: "Промокод"}, // rows about a person name the person
	"operator": {Title: "Оператор", card: card{
		from: "operators x", name: "x.surname || ' ' || x.name || ', ' || x.login", university: "x.university_id", area: access.Operators, page: "/operators/",
	}},
	"invitation":   {Title: "Приглашение", card: card{from: "invitations x", name: "x.login", university: "x.university_id"}},
	"factorPolicy": {Title: "Вход по коду"},
	"saved view":   {Title: "Вид списка"}, // its name may name a person

	"partner":         {Title: "Партнёр", card: card{from: "partners x", name: "x.name", area: access.Partners, page: "/partners/card/"}},
	"stock":           {Title: "Акция", card: card{from: "promotions x", name: "x.name", area: access.Promotions, page: "/promotions/card/"}},
	"review":          {Title: "Отзыв", card: card{from: "reviews x", name: "''", university: "x.university_id", area: access.Reviews, page: "/feedback/"}},
	"review template": {Title: "Заготовка ответа", card: card{from: "review_templates x", name: "x.name", university: "x.university_id"}},
	"complaint":       {Title: "Жалоба"},
	"news":            {Title: "Новость", card: card{from: "news x", name: "x.title", area: access.News, page: "/news/"}},
	"survey": {Title: "Опрос", card: card{
		from: "surveys x JOIN news n ON n.id = x.news_id", name: "n.title", area: access.News, page: "/news/", path: "CAST(n.uuid AS TEXT)",
	}},
	"event": {Title: "Мероприятие", card: card{
		from: "events x JOIN news n ON n.id = x.news_id", name: "x.title", area: access.News, page: "/news/", path: "CAST(n.uuid AS TEXT)",
	}},
	"question": {Title: "Вопрос базы знаний", card: card{
		from: "knowledge_questions x JOIN knowledge_categories c ON c.id = x.category_id", name: "x.question",
		area: access.Knowledge, page: "/knowledge/", path: "CAST(c.uuid AS TEXT) || '/' || CAST(x.uuid AS TEXT)",
	}},

	"university":        {Title: "Университет", card: card{from: "universities x", name: "x.short_name", area: access.Catalogues, page: "/catalogues/"}},
	"faculty":           {Title: "Факультет", card: card{from: "faculties x", name: "x.name"}},
	"specialty":         {Title: "Специальность", card: card{from: "specialties x", name: "x.name"}},
	"region":            {Title: "Регион", card: card{from: "regions x", key: "x.code", name: "x.name"}},
	"city":              {Title: "Город", card: card{from: "cities x", name: "x.name"}},
	"partnerCategory":   {Title: "Категория партнёров", card: card{from: "partner_categories x", name: "x.name"}},
	"knowledgeCategory": {Title: "Категория базы знаний", card: card{from: "knowledge_categories x", name: "x.name"}},
	"knownFaculty":      {Title: "Факультет каталога", card: card{from: "faculty_catalogue x", name: "x.name"}},
	"reasons": {Title: "Готовые причины", Names: map[string]string{
		"student-block": "Блокировка студента", "application-reject": "Отказ по заявке", "partner-block": "Блокировка партнёра", "promotion-block": "Блокировка акции",
	}},
	"consentText": {Title: "Текст согласия", Names: map[string]string{
		"personal": "На обработку персональных данных", "portrait": "На фотографию", "letters": "На письма", "parent": "Родителя",
	}},
	"catalog": {Title: "Справочник", Names: map[string]string{
		"cities": "Города", "regions": "Регионы", "partner-categories": "Категории партнёров", "knowledge-categories": "Категории базы знаний",
		"faculties": "Факультеты по ИНН", "universities": "Университеты",
	}},

	"export": {Title: "Выгрузка"}, "file": {Title: "Файл"}, "journal": {Title: "Журнал"}, "route": {Title: "Запрос к серверу"},
}

var groups = map[audit.Group]string{
	audit.Views: "Просмотры", audit.Exports: "Выгрузки", audit.Changes: "Изменения", audit.Decisions: "Решения и статусы", audit.SignIns: "Входы и сеансы",
	audit.Rights: "Права операторов", audit.Denials: "Отказы в доступе",
}

// system acts where no operator is named.
const system = "Система"

// titleOf names an action; an unknown one, of a newer version, is its key.
func titleOf(action string) string { return cmp.Or(Actions[action], action) }

func kindOf(kind string) string { return cmp.Or(Kinds[kind].Title, kind) }
