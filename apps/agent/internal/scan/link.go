package scan

import "sync/atomic"

// link is what the scan has learnt about how many packets get lost.
type link struct {
	answered  atomic.Int64
	recovered atomic.Int64
}

// So many answers at the first try without one that took a second say with 95 % certainty that less than one packet in
// twenty gets lost (the rule of three).
const convincing = 60

func (link *link) isGood() bool {
	return link.recovered.Load() == 0 && link.answered.Load() >= convincing
}
func (link *link) isLossy() bool { return link.recovered.Load() > 0 }
