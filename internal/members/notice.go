package members

import "time"

// Notice is what a member reads in the app.
type Notice struct {
	ID        int64      `db:"id"`
	UUID      string     `db:"uuid"`
	Kind      string     `db:"kind"`
	Title     string     `db:"title"`
	Body      string     `db:"body"`
	CreatedAt time.Time  `db:"created_at"`
	ReadAt    *time.Time `db:"read_at"`
}

// wording is the text of a decision: the app and the letter give its reason, the SMS does not.
type wording struct{ title, body, sms string }

// wordings are those of the decisions of the students area; %s is the operator's reason.
var wordings = map[string]wording{
	"approved":  {"Заявка одобрена", "Карта студента готова. Откройте её в приложении и покажите на кассе.", "СтудБонус: заявка одобрена, карта готова."},
	"rejected":  {"Заявку вернули", "Причина: %s. Исправьте заявку и отправьте её ещё раз.", "СтудБонус: заявку вернули. Исправьте её и отправьте ещё раз."},
	"blocked":   {"Карта заблокирована", "Причина: %s. Если это ошибка, обратитесь в профсоюз своего университета.", "СтудБонус: карта заблокирована. Причина указана в приложении."},
	"unblocked": {"Карта снова действует", "Скидки снова доступны: покажите карту на кассе.", "СтудБонус: карта снова действует."},
}
