package scan

import (
	"errors"
	"fmt"
	"syscall"
	"unsafe"
)

var getIpNetTable = syscall.NewLazyDLL("iphlpapi.dll").NewProc("GetIpNetTable")

const (
	errorInsufficientBuffer = 122
	errorNoData             = 232
)

func readNeighbors(network Network) ([]Neighbor, error) {
	if err := getIpNetTable.Find(); err != nil {
		return nil, fmt.Errorf("this version of Windows does not provide GetIpNetTable: %w", err)
	}
	size := uint32(64 * 1024)
	for range 5 {
		table := make([]byte, size)
		code, _, _ := getIpNetTable.Call(
			uintptr(unsafe.Pointer(&table[0])), uintptr(unsafe.Pointer(&size)), 0)
		switch code {
		case 0:
			return parseIPNetTable(table, network.Index), nil
		case errorInsufficientBuffer:
			// The table may have grown since Windows reported its size.
			size += 4096
		case errorNoData:
			return nil, nil
		default:
			return nil, fmt.Errorf("failed to read the neighbor table: %w", syscall.Errno(code))
		}
	}
	return nil, errors.New("the neighbor table keeps growing")
}
