package scan

import (
	"context"
	"sync"
	"time"
)

// limiter spaces out connections so that no interval of one second contains more than the rate.
type limiter struct {
	mu       sync.Mutex
	interval time.Duration
	next     time.Time
}

// maxCatchUp is how much unused time can be caught up after a pause. The reserve in newLimiter covers it.
const maxCatchUp = time.Second / 100

// newLimiter stays 5% below the rate, as a reserve for catching up and for retransmissions of the operating system.
func newLimiter(rate int) *limiter {
	return &limiter{interval: time.Second * 100 / time.Duration(95*rate)}
}

// wait blocks until the next connection is allowed.
func (l *limiter) wait(ctx context.Context) error {
	l.mu.Lock()
	if earliest := time.Now().Add(-maxCatchUp); l.next.Before(earliest) {
		l.next = earliest
	}
	slot := l.next
	l.next = slot.Add(l.interval)
	l.mu.Unlock()
	return sleepUntil(ctx, slot)
}

func sleepUntil(ctx context.Context, deadline time.Time) error {
	delay := time.Until(deadline)
	if delay <= 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
