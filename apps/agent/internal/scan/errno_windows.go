package scan

import "syscall"

// Sockets fail with these on Windows, and not with the numbers that package syscall invents for the POSIX names.
var (
	refusedErrors     = []syscall.Errno{10061, syscall.ECONNREFUSED, 10054}
	unreachableErrors = []syscall.Errno{10065, syscall.EHOSTUNREACH}
)
