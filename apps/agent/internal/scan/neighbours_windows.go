package scan

import (
	"errors"
	"fmt"
	"syscall"
	"unsafe"
)

var getIpNetTable = syscall.NewLazyDLL("iphlpapi.dll").NewProc("GetIpNetTable")

const tableTooSmall = 122

func readNeighbours(network Attached) ([]Neighbour, error) {
	if err := getIpNetTable.Find(); err != nil {
		return nil, fmt.Errorf("this Windows has no GetIpNetTable: %w", err)
	}
	size := uint32(64 * 1024)
	for range 5 {
		table := make([]byte, size)
		code, _, _ := getIpNetTable.Call(
			uintptr(unsafe.Pointer(&table[0])), uintptr(unsafe.Pointer(&size)), 0)
		switch code {
		case 0:
			return parseIpNetTable(table, network.Index), nil
		case tableTooSmall:
			// It may have grown since the size was told.
			size += 4096
		case 232:
			return nil, nil
		default:
			return nil, fmt.Errorf("could not read the table of neighbours: %w", syscall.Errno(code))
		}
	}
	return nil, errors.New("the table of neighbours keeps growing")
}
