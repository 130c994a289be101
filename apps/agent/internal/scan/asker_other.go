//go:build !linux

package scan

import (
	"errors"
	"net/netip"
)

type asker struct{}

func newAsker(Attached) (*asker, error) { return nil, errors.ErrUnsupported }
func (*asker) ask([]netip.Addr)         {}
func (*asker) close()                   {}
