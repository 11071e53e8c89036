package auth

import (
	"strings"
	"time"
)

const auditKind = "operator"

// LiveSession is a session that its owner and administrators may see and end.
type LiveSession struct {
	ID       string    `db:"id"`
	Device   string    `db:"device"`
	Address  string    `db:"address"`
	Created  time.Time `db:"created_at"`
	LastSeen time.Time `db:"last_seen_at"`
}

// SignedIn is the result of a sign-in: tokens, or a ticket that asks for a code.
type SignedIn struct {
	Tokens
	Ticket    string
	CodesLeft int // after a sign-in by code
}

// named is a part of a User-Agent header and what people call it. The first match counts: Edge also says Chrome, and
// everybody says Safari.
type named struct{ mark, name string }

var (
	browsers = []named{
		{"YaBrowser/", "Яндекс Браузер"}, {"Edg/", "Edge"}, {"OPR/", "Opera"}, {"Firefox/", "Firefox"}, {"Chrome/", "Chrome"}, {"CriOS/", "Chrome"}, {"Safari/", "Safari"},
	}
	systems = []named{
		{"Android", "Android"}, {"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Windows", "Windows"}, {"Mac OS X", "macOS"}, {"Linux", "Linux"},
	}
)

const unknownDevice = "Неизвестное устройство"

// deviceOf names browser and system of a User-Agent header, as far as they help to recognise a device.
func deviceOf(agent string) string {
	find := func(among []named) string {
		for _, n := range among {
			if strings.Contains(agent, n.mark) {
				return n.name
			}
		}
		return ""
	}
	browser, system := find(browsers), find(systems)
	switch {
	case browser == "" && system == "":
		return unknownDevice
	case browser == "":
		return system
	case system == "":
		return browser
	}
	return browser + ", " + system
}
