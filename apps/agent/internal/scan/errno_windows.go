package scan

import "syscall"

// Windows sockets return these codes instead of the values that package syscall defines for the POSIX names.
var (
	refusedErrors     = []syscall.Errno{10061, syscall.ECONNREFUSED, 10054}
	unreachableErrors = []syscall.Errno{10065, syscall.EHOSTUNREACH}
)
