package scan

import (
	"encoding/binary"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func readTestdata(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func format(neighbors []Neighbor) string {
	var lines []string
	for _, neighbor := range neighbors {
		line := neighbor.Address.String() + " " + neighbor.MAC.String()
		if !neighbor.Fresh {
			line += " stale"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func expect(t *testing.T, got []Neighbor, want ...string) {
	t.Helper()
	if format(got) != strings.Join(want, "\n") {
		t.Errorf("got:\n%s", format(got))
	}
}

func TestParseARPTable(t *testing.T) {
	expect(t, parseARPTable(string(readTestdata(t, "arp-macos.txt"))),
		"192.168.1.1 00:1b:a9:00:00:11", "192.168.1.20 a4:83:e7:01:02:03")
}

// linuxTable returns a netlink table with these entries: reachable, stale, incomplete, failed, multicast, and one of
// another interface.
func linuxTable() []byte {
	var table []byte
	for _, entry := range []struct {
		index   int32
		state   uint16
		address string
		mac     []byte
	}{
		{2, stateReachable, "10.0.0.1", []byte{2, 0x77, 0, 0, 0, 1}},
		{2, stateStale, "10.0.0.2", []byte{2, 0x77, 0, 0, 0, 2}},
		{2, 0x01, "10.0.0.3", nil},
		{2, 0x20, "10.0.0.4", []byte{2, 0x77, 0, 0, 0, 4}},
		{2, 0x40, "224.0.0.22", []byte{1, 0, 0x5e, 0, 0, 0x16}},
		{3, stateReachable, "10.0.0.5", []byte{2, 0x77, 0, 0, 0, 5}},
	} {
		message := make([]byte, neighborHeaderSize)
		message[0] = 2
		binary.NativeEndian.PutUint32(message[4:], uint32(entry.index))
		binary.NativeEndian.PutUint16(message[8:], entry.state)
		message = appendAttribute(message, attributeAddress, netip.MustParseAddr(entry.address).AsSlice())
		message = appendAttribute(message, attributeMAC, entry.mac)
		header := make([]byte, netlinkHeaderSize)
		binary.NativeEndian.PutUint32(header, uint32(netlinkHeaderSize+len(message)))
		binary.NativeEndian.PutUint16(header[4:], messageNeighbor)
		table = append(append(table, header...), message...)
	}
	return table
}

func appendAttribute(message []byte, kind uint16, value []byte) []byte {
	message = binary.NativeEndian.AppendUint16(message, uint16(attributeHeaderSize+len(value)))
	message = binary.NativeEndian.AppendUint16(message, kind)
	message = append(message, value...)
	return append(message, make([]byte, align(len(value))-len(value))...)
}

func TestParseNetlinkNeighbors(t *testing.T) {
	expect(t, parseNetlinkNeighbors(linuxTable(), 2),
		"10.0.0.1 02:77:00:00:00:01", "10.0.0.2 02:77:00:00:00:02 stale")
}

func windowsTable() []byte {
	table := binary.LittleEndian.AppendUint32(nil, 4)
	for _, row := range []struct {
		index, length, kind uint32
		last                byte
	}{{12, 6, ipNetDynamic, 1}, {12, 6, 2, 2}, {12, 0, ipNetDynamic, 3}, {7, 6, ipNetStatic, 4}} {
		table = binary.LittleEndian.AppendUint32(table, row.index)
		table = binary.LittleEndian.AppendUint32(table, row.length)
		table = append(table, 2, 0x77, 0, 0, 0, row.last, 0, 0, 10, 0, 0, row.last)
		table = binary.LittleEndian.AppendUint32(table, row.kind)
	}
	return table
}

func TestParseIPNetTable(t *testing.T) {
	expect(t, parseIPNetTable(windowsTable(), 12), "10.0.0.1 02:77:00:00:00:01")
	expect(t, parseIPNetTable(windowsTable(), 7), "10.0.0.4 02:77:00:00:00:04")
}

func TestTruncatedTables(t *testing.T) {
	for end := range len(linuxTable()) {
		parseNetlinkNeighbors(linuxTable()[:end], 2)
	}
	for end := range len(windowsTable()) {
		parseIPNetTable(windowsTable()[:end], 12)
	}
}

func FuzzParseNetlinkNeighbors(f *testing.F) {
	f.Add(linuxTable())
	f.Fuzz(func(_ *testing.T, table []byte) { parseNetlinkNeighbors(table, 2) })
}
