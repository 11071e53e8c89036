package rest

import (
	"io"
	"net/http"
	"time"
)

const (
	exchangeLimit = 15 * time.Minute // security §1.13
	idleLimit     = 30 * time.Second

	pieceSize     = 32 << 10 // a client takes this much within the idle limit, or is cut off
	leastProgress = 4 << 10  // and sends this much: a byte now and then is no upload
)

// pace bounds an exchange: it ends when the client stands still or when its time is over. Deadlines are set on the
// connection (on the stream with HTTP/2), so they also end what the server itself reads and writes.
type pace struct {
	conn  *http.ResponseController
	idle  time.Duration
	until time.Time
}

func (a *API) paceOf(w http.ResponseWriter, began time.Time) *pace {
	return &pace{http.NewResponseController(w), a.IdleLimit, began.Add(a.ExchangeLimit)}
}

// begin drops the deadlines of the request before. The server reads what is left of a body before it answers, also
// where no handler wants it: an open body gets the time of a call.
func (p *pace) begin(r *http.Request, began time.Time) {
	_ = p.conn.SetWriteDeadline(p.until) // a test's recorder has no deadlines
	if r.ContentLength != 0 {
		_ = p.conn.SetReadDeadline(began.Add(requestDeadline))
	}
}

func (p *pace) deadline(wait time.Duration) time.Time {
	if at := time.Now().Add(wait); at.Before(p.until) {
		return at
	}
	return p.until
}

// write sends an answer in pieces, each with a deadline of its own.
func (p *pace) write(w io.Writer, b []byte) (sent int, err error) {
	for {
		piece := b[sent:min(sent+pieceSize, len(b))]
		_ = p.conn.SetWriteDeadline(p.deadline(p.idle))
		n, err := w.Write(piece)
		if sent += n; err != nil || sent == len(b) {
			return sent, err
		}
	}
}

// body bounds the time that is spent waiting for an upload; what the handler does between two reads does not count.
func (p *pace) body(of io.ReadCloser) io.ReadCloser { return &steadyBody{ReadCloser: of, pace: p} }

type steadyBody struct {
	io.ReadCloser
	pace   *pace
	got    int // bytes since there was enough progress
	waited time.Duration
}

// Read implements io.Reader.
func (b *steadyBody) Read(p []byte) (int, error) {
	began := time.Now()
	_ = b.pace.conn.SetReadDeadline(b.pace.deadline(b.pace.idle - b.waited))
	n, err := b.ReadCloser.Read(p)
	b.got, b.waited = b.got+n, b.waited+time.Since(began)
	if b.got >= leastProgress {
		b.got, b.waited = 0, 0
	}
	return n, err
}
