package promotions

import (
	"context"
	"math"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

const (
	claimsAtOnce  = 500                    // in one transaction
	gatherTime    = 5 * time.Millisecond   // how long a transaction waits for more claims
	mostWaiting   = 10_000                 // claims in a queue
	batchesAtOnce = 4                      // of all promotions: half of the background connections
	batchLimit    = 20 * time.Second       // per transaction; waiting callers have got their place in the queue long before
	firstRound    = 100 * time.Millisecond // expected until a batch has been measured
)

var (
	claimsTotal = promauto.NewCounterVec(prometheus.CounterOpts{
		Name: "studbonus_claims_total", Help: "Claims for promo codes, by outcome: granted, refused or failed.",
	}, []string{"outcome"})
	claimsWaiting = promauto.NewGauge(prometheus.GaugeOpts{Name: "studbonus_claims_waiting", Help: "Claims for promo codes in this instance's queues."})
)

// claimQueues collect the claims of this instance into batches, one queue per promotion: the grants of a promotion update one
// row and cannot run in parallel anyway, while a transaction for each claim would spend its time on commits and lock waits.
type claimQueues struct {
	give  func(ctx context.Context, promotion string, claims []Claim) (Batch, error)
	slots chan struct{} // semaphore of batchesAtOnce

	mu          sync.Mutex
	byPromotion map[string]*claimQueue // those with claims
}

// claimQueue holds the waiting claims of one promotion in order.
type claimQueue struct {
	waiting   []*waiter
	byStudent map[int64]*waiter // also those of the batch under way: a student has one claim at a time
	joined    int64             // claims so far
	served    int64             // of them with an outcome
	left      int64             // free codes after the last batch
	round     time.Duration     // of the last batch
}

// waiter is a claim in a queue. outcome is set before done is closed.
type waiter struct {
	Claim
	number  int64
	done    chan struct{}
	outcome Outcome
}

// Place is a claim's place in its queue.
type Place struct {
	Number int64         // 1 is next
	Wait   time.Duration // expected
}

func newClaimQueues(give func(context.Context, string, []Claim) (Batch, error)) *claimQueues {
	return &claimQueues{give: give, slots: make(chan struct{}, batchesAtOnce), byPromotion: map[string]*claimQueue{}}
}

// join queues a claim, or finds it in the queue if it has been made before. It returns no waiter if the queue is full.
func (q *claimQueues) join(promotion string, c Claim) (*waiter, Place, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	queue := q.byPromotion[promotion]
	if queue == nil {
		queue = &claimQueue{byStudent: map[int64]*waiter{}, left: math.MaxInt64, round: firstRound}
		q.byPromotion[promotion] = queue
		go q.serve(promotion, queue)
	}
	w := queue.byStudent[c.By.Student]
	switch ahead := queue.joined - queue.served; {
	case w != nil && w.Key != c.Key:
		return nil, Place{}, errStillWaiting()
	case w != nil:
	case ahead > 0 && ahead >= queue.left: // without claims ahead, a claim checks whether codes have been added
		return nil, Place{}, errNoCodes()
	case ahead >= mostWaiting:
		return nil, queue.place(queue.joined + 1), nil
	default:
		queue.joined++
		w = &waiter{Claim: c, number: queue.joined, done: make(chan struct{})}
		queue.waiting, queue.byStudent[c.By.Student] = append(queue.waiting, w), w
		claimsWaiting.Inc()
	}
	return w, queue.place(w.number), nil
}

func (q *claimQueue) place(number int64) Place {
	ahead := number - q.served - 1
	return Place{Number: ahead + 1, Wait: time.Duration(ahead/claimsAtOnce+1) * q.round}
}

// serve grants codes batch by batch until the queue is empty.
func (q *claimQueues) serve(promotion string, queue *claimQueue) {
	for {
		if !q.isFull(queue) {
			time.Sleep(gatherTime)
		}
		q.slots <- struct{}{}
		batch := q.take(promotion, queue)
		if len(batch) > 0 {
			q.run(promotion, queue, batch)
		}
		<-q.slots
		if len(batch) == 0 {
			return
		}
	}
}

func (q *claimQueues) isFull(queue *claimQueue) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(queue.waiting) >= claimsAtOnce
}

// take removes the next claims from the queue. It removes a queue without claims.
func (q *claimQueues) take(promotion string, queue *claimQueue) []*waiter {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := min(len(queue.waiting), claimsAtOnce)
	batch := queue.waiting[:n:n]
	queue.waiting = queue.waiting[n:]
	if n == 0 {
		delete(q.byPromotion, promotion)
	}
	return batch
}

// run grants codes to a batch and wakes the waiting callers.
func (q *claimQueues) run(promotion string, queue *claimQueue, batch []*waiter) {
	// Uses the background pool, so a rush does not take connections from other requests.
	ctx, cancel := context.WithTimeout(db.InBackground(context.Background()), batchLimit)
	defer cancel()
	claims := make([]Claim, len(batch))
	for i, w := range batch {
		claims[i] = w.Claim
	}
	started := time.Now()
	var given Batch
	err := fault.Catch(func() (err error) {
		given, err = q.give(ctx, promotion, claims)
		return err
	})
	q.mu.Lock()
	defer q.mu.Unlock()
	if err == nil {
		queue.left, queue.round = given.Left, time.Since(started)
	}
	queue.served += int64(len(batch))
	for i, w := range batch {
		if err != nil {
			w.outcome = Outcome{Err: err}
		} else {
			w.outcome = given.Outcomes[i]
		}
		delete(queue.byStudent, w.By.Student)
		close(w.done)
		claimsTotal.WithLabelValues(outcomeLabel(w.outcome, err)).Inc()
	}
	claimsWaiting.Sub(float64(len(batch)))
}

func outcomeLabel(o Outcome, failure error) string {
	switch {
	case failure != nil:
		return "failed"
	case o.Err != nil:
		return "refused"
	}
	return "granted"
}
