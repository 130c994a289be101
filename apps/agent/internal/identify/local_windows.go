package identify

import (
	"os"
	"path/filepath"
)

// Local is this machine. PowerShell is named by its full path: another program of that name could lie in the way.
func Local() Identity {
	shell := filepath.Join(os.Getenv("SystemRoot"), `System32\WindowsPowerShell\v1.0\powershell.exe`)
	return parseCIM(output(shell, "-NoProfile", "-NonInteractive", "-Command", cimQuestion))
}
