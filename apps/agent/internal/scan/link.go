package scan

import "sync/atomic"

// link tracks packet loss.
type link struct {
	// firstReplies counts replies to the first attempt, retryReplies those to later attempts.
	firstReplies atomic.Int64
	retryReplies atomic.Int64
}

// minReliableReplies first replies without a single retry mean less than 5% loss with 95% confidence (rule of three).
const minReliableReplies = 60

func (l *link) isReliable() bool {
	return l.retryReplies.Load() == 0 && l.firstReplies.Load() >= minReliableReplies
}

func (l *link) isLossy() bool { return l.retryReplies.Load() > 0 }
