package scan

import (
	"context"
	"sync"
	"time"
)

// Pacer hands out moments to connect so that no second, wherever it begins, holds more than the rate.
type Pacer struct {
	mutex    sync.Mutex
	interval time.Duration
	slack    time.Duration
	next     time.Time
}

// What may be caught up after a pause; with the reserve below it still fits into the rate.
const slackShare = 100

// NewPacer keeps a reserve of 5 % under the rate, for what is caught up and for what the system repeats.
func NewPacer(rate int) *Pacer {
	interval := time.Second * 100 / time.Duration(95*rate)
	return &Pacer{interval: interval, slack: time.Second / slackShare}
}

// Wait returns when the next connect may begin.
func (pacer *Pacer) Wait(ctx context.Context) error {
	pacer.mutex.Lock()
	now := time.Now()
	if earliest := now.Add(-pacer.slack); pacer.next.Before(earliest) {
		pacer.next = earliest
	}
	moment := pacer.next
	pacer.next = moment.Add(pacer.interval)
	pacer.mutex.Unlock()
	return sleepUntil(ctx, moment)
}

func sleepUntil(ctx context.Context, moment time.Time) error {
	wait := time.Until(moment)
	if wait <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
