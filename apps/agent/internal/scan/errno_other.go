//go:build !windows

package scan

import "syscall"

// macOS returns EHOSTDOWN if a neighbor does not reply.
var (
	refusedErrors     = []syscall.Errno{syscall.ECONNREFUSED, syscall.ECONNRESET}
	unreachableErrors = []syscall.Errno{syscall.EHOSTUNREACH, syscall.EHOSTDOWN}
)
