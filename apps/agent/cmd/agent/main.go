// Command agent discovers the devices on the networks this machine is connected to and sends them to the server.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"it-warranty-lookup/agent/internal/report"
	"it-warranty-lookup/agent/internal/upload"
)

// Exit codes are documented in docs/agent.md. Schedulers depend on them.
const (
	exitFailed         = 1
	exitUsage          = 2
	exitNoNetwork      = 3
	exitUndelivered    = 4
	exitSecretRejected = 5
	exitScanRejected   = 6
	exitTimeout        = 7
	exitInterrupted    = 130
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := start(ctx, os.Args[1:])
	if ctx.Err() != nil {
		logf("Interrupted.")
	}
	if err != nil {
		logf("%v", err)
		os.Exit(exitCode(ctx, err))
	}
}

func start(ctx context.Context, args []string) error {
	opts, err := parseOptions(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Print(help)
		return nil
	case err != nil:
		return usageError{err}
	case opts.showVersion:
		fmt.Printf("network_agent v%s\n", report.Version)
		return nil
	}
	return run(ctx, opts)
}

// usageError marks an error in the command line or configuration.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

var (
	errNoNetwork = errors.New("this machine is not connected to a private network that can be scanned")
	errTimeout   = errors.New("the scan exceeded --max-duration; nothing was sent, because the missing devices would look offline")
)

func exitCode(ctx context.Context, err error) int {
	var usage usageError
	switch {
	case ctx.Err() != nil:
		return exitInterrupted
	case errors.As(err, &usage):
		return exitUsage
	case errors.Is(err, errNoNetwork):
		return exitNoNetwork
	case errors.Is(err, upload.ErrSecretRejected), errors.Is(err, upload.ErrSecretBound):
		return exitSecretRejected
	case errors.Is(err, upload.ErrScanRejected), errors.Is(err, upload.ErrWrongServer):
		return exitScanRejected
	case errors.Is(err, upload.ErrUndelivered):
		return exitUndelivered
	case errors.Is(err, errTimeout):
		return exitTimeout
	default:
		return exitFailed
	}
}

// logf writes to standard error, because --no-upload prints the scan to standard output.
func logf(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
