//go:build !linux

package scan

import (
	"errors"
	"net/netip"
)

type arpSender struct{}

func newARPSender(Network) (*arpSender, error) { return nil, errors.ErrUnsupported }
func (*arpSender) send([]netip.Addr)           {}
func (*arpSender) close()                      {}
