package scan

import (
	"encoding/binary"
	"net"
	"net/netip"
)

const (
	ipNetRow     = 24
	ipNetDynamic = 3
	ipNetStatic  = 4
)

// parseIpNetTable reads the MIB_IPNETTABLE of Windows: a count, then rows of interface, length of the hardware address,
// eight bytes for it, address, kind. The table tells no age: what is in it counts as fresh.
func parseIpNetTable(table []byte, index int) []Neighbour {
	if len(table) < 4 {
		return nil
	}
	var found []Neighbour
	rows := table[4:]
	for range binary.LittleEndian.Uint32(table) {
		if len(rows) < ipNetRow {
			break
		}
		row := rows[:ipNetRow]
		rows = rows[ipNetRow:]
		kind := binary.LittleEndian.Uint32(row[20:])
		if int(binary.LittleEndian.Uint32(row)) != index || kind != ipNetDynamic && kind != ipNetStatic {
			continue
		}
		if binary.LittleEndian.Uint32(row[4:]) != 6 {
			continue
		}
		mac := net.HardwareAddr(append([]byte(nil), row[8:14]...))
		if usable(mac) {
			found = append(found, Neighbour{netip.AddrFrom4([4]byte(row[16:20])), mac, true})
		}
	}
	return found
}
