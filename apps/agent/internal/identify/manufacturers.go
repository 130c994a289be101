package identify

import (
	_ "embed"
	"encoding/hex"
	"net"
	"strings"
	"sync"
)

// manufacturersText lists MAC address prefixes that the IEEE assigned to manufacturers of office equipment. Each line
// contains a manufacturer and its prefixes of six hex digits.
//
//go:embed manufacturers.txt
var manufacturersText string

const prefixDigits = 6

var manufacturers = sync.OnceValue(func() map[string]string {
	byPrefix := map[string]string{}
	for line := range strings.Lines(manufacturersText) {
		manufacturer, prefixes, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for ; len(prefixes) >= prefixDigits; prefixes = prefixes[prefixDigits:] {
			byPrefix[prefixes[:prefixDigits]] = manufacturer
		}
	}
	return byPrefix
})

// NICManufacturer returns the manufacturer of a network card, or "" if it is unknown. Locally administered addresses
// have no manufacturer.
func NICManufacturer(mac net.HardwareAddr) string {
	if len(mac) != 6 || mac[0]&2 != 0 {
		return ""
	}
	return manufacturers()[hex.EncodeToString(mac[:3])]
}
