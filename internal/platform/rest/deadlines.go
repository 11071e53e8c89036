package rest

import (
	"io"
	"net/http"
	"time"
)

const (
	exchangeLimit = 15 * time.Minute // rules 18.1
	idleLimit     = 30 * time.Second

	pieceSize     = 32 << 10    // a client must take this much within the idle limit
	leastProgress = 4 << 10     // and send this much: one byte now and then does not count as progress
	restLimit     = time.Second // for what follows a form, which no client sends
)

// deadlines cuts off a client that stops reading or sending, and any request that exceeds the exchange limit. They are set
// on the connection (on the stream with HTTP/2), so they also bound what net/http itself reads and writes.
type deadlines struct {
	conn  *http.ResponseController
	call  time.Duration
	idle  time.Duration
	until time.Time
}

func (a *API) newDeadlines(w http.ResponseWriter, started time.Time) *deadlines {
	return &deadlines{conn: http.NewResponseController(w), call: a.RequestLimit, idle: a.IdleLimit, until: started.Add(a.ExchangeLimit)}
}

// begin replaces the deadlines of the previous request on the connection. net/http drains an unread body before it answers,
// so a request with a body gets a read deadline even where no handler reads it.
func (d *deadlines) begin(r *http.Request, started time.Time) {
	_ = d.conn.SetWriteDeadline(d.until) // a test's recorder has no deadlines
	if hasBody(r) {
		_ = d.conn.SetReadDeadline(started.Add(d.call))
	}
}

func (d *deadlines) in(wait time.Duration) time.Time {
	if at := time.Now().Add(wait); at.Before(d.until) {
		return at
	}
	return d.until
}

// write sends a response in pieces, each with its own deadline.
func (d *deadlines) write(w io.Writer, b []byte) (sent int, err error) {
	for {
		piece := b[sent:min(sent+pieceSize, len(b))]
		_ = d.conn.SetWriteDeadline(d.in(d.idle))
		n, err := w.Write(piece)
		if sent += n; err != nil || sent == len(b) {
			return sent, err
		}
	}
}

// body limits the time spent waiting for an upload; what the handler does between two reads does not count.
func (d *deadlines) body(of io.ReadCloser) *timedBody {
	return &timedBody{ReadCloser: of, deadlines: d}
}

type timedBody struct {
	io.ReadCloser
	deadlines *deadlines
	got       int // bytes since the last sufficient progress
	waited    time.Duration
	ended     bool // nothing is left to read
}

// Read implements io.Reader.
func (b *timedBody) Read(p []byte) (int, error) {
	started := time.Now()
	_ = b.deadlines.conn.SetReadDeadline(b.deadlines.in(b.deadlines.idle - b.waited))
	n, err := b.ReadCloser.Read(p)
	b.got, b.waited = b.got+n, b.waited+time.Since(started)
	if b.got >= leastProgress {
		b.got, b.waited = 0, 0
	}
	b.ended = b.ended || err != nil
	return n, err
}

// abandon gives up on what is left of the body: net/http would read it before it sends the response, and a client that announced
// more than it sends would hold the connection.
func (b *timedBody) abandon(response http.Header) {
	if !b.ended {
		response.Set("Connection", "close")
		_ = b.deadlines.conn.SetReadDeadline(time.Now().Add(restLimit))
	}
}
