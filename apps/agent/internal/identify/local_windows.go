package identify

import (
	"os"
	"path/filepath"
)

// Local returns the identity of this machine. It runs PowerShell by its full path, because PATH may contain another
// program with that name.
func Local() Identity {
	shell := filepath.Join(os.Getenv("SystemRoot"), `System32\WindowsPowerShell\v1.0\powershell.exe`)
	return parseCIM(commandOutput(shell, "-NoProfile", "-NonInteractive", "-Command", cimScript))
}
