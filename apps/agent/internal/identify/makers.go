package identify

import (
	_ "embed"
	"encoding/hex"
	"net"
	"strings"
	"sync"
)

// Prefixes of hardware addresses that the IEEE has given to makers of what stands in offices: on each line a maker and
// its prefixes, six digits each.
//
//go:embed makers.txt
var makersText string

const prefixDigits = 6

var makers = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for line := range strings.Lines(makersText) {
		maker, prefixes, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for ; len(prefixes) >= prefixDigits; prefixes = prefixes[prefixDigits:] {
			all[prefixes[:prefixDigits]] = maker
		}
	}
	return all
})

// Maker is who made the network card; of a made-up address nobody.
func Maker(mac net.HardwareAddr) string {
	if len(mac) != 6 || mac[0]&2 != 0 {
		return ""
	}
	return makers()[hex.EncodeToString(mac[:3])]
}
