//go:build !windows

package scan

import "syscall"

// EHOSTDOWN is what macOS says for a neighbour that does not answer.
var (
	refusedErrors     = []syscall.Errno{syscall.ECONNREFUSED, syscall.ECONNRESET}
	unreachableErrors = []syscall.Errno{syscall.EHOSTUNREACH, syscall.EHOSTDOWN}
)
