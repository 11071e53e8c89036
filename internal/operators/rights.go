package operators

import "time"

// Change says what a letter about an account reports.
type Change string

// The changes.
const (
	ChangedRights Change = "rights"
	ChangedBlock  Change = "blocked"
	LiftedBlock   Change = "unblocked"
	ResetFactor   Change = "factorReset"
	EndedSessions Change = "sessions" // the detail is the whole text
)

// Notice is a letter about an account.
type Notice struct {
	Change Change
	Detail string
}

// Session is a live session of an operator.
type Session struct {
	ID, Device, Address string
	Created, LastSeen   time.Time
}

// The letters about sessions.
const (
	oneSessionEnded  = "Администратор завершил один из ваших сеансов в консоли СтудБонус."
	allSessionsEnded = "Администратор завершил все ваши сеансы в консоли СтудБонус. Войдите снова."
)

const (
	ownRights = "Свои права, университет и блокировку изменить нельзя: попросите другого администратора."
	lastAdmin = "Это последний администратор программы. Сначала назначьте другого."
)
