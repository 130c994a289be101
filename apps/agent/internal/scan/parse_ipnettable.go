package scan

import (
	"bytes"
	"encoding/binary"
	"net"
	"net/netip"
)

const (
	ipNetRowSize = 24
	ipNetDynamic = 3
	ipNetStatic  = 4
)

// parseIPNetTable parses the MIB_IPNETTABLE of Windows: a count, then rows with the interface index, the length of the MAC
// address, the MAC address (8 bytes), the IP address and the type. The table contains no age, so all entries count as
// fresh.
func parseIPNetTable(table []byte, index int) []Neighbor {
	if len(table) < 4 {
		return nil
	}
	var found []Neighbor
	rows := table[4:]
	for range binary.LittleEndian.Uint32(table) {
		if len(rows) < ipNetRowSize {
			break
		}
		row := rows[:ipNetRowSize]
		rows = rows[ipNetRowSize:]
		kind := binary.LittleEndian.Uint32(row[20:])
		if int(binary.LittleEndian.Uint32(row)) != index || kind != ipNetDynamic && kind != ipNetStatic {
			continue
		}
		if binary.LittleEndian.Uint32(row[4:]) != 6 {
			continue
		}
		mac := net.HardwareAddr(bytes.Clone(row[8:14]))
		if isUnicast(mac) {
			found = append(found, Neighbor{netip.AddrFrom4([4]byte(row[16:20])), mac, true})
		}
	}
	return found
}
