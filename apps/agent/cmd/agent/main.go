// The network agent finds the devices of the networks this machine is attached to, and sends them to the server.
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

// What the program ends with; documented for those who start it from a scheduler.
const (
	exitFailed      = 1
	exitUsage       = 2
	exitNoNetwork   = 3
	exitUndelivered = 4
	exitSecret      = 5
	exitRefused     = 6
	exitTooLong     = 7
	exitInterrupted = 130
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
	chosen, err := parseOptions(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Print(help)
		return nil
	case err != nil:
		return usageError{err}
	case chosen.showVersion:
		fmt.Printf("network_agent v%s\n", report.Version)
		return nil
	}
	return run(ctx, chosen)
}

// usageError is a mistake in how the program was called.
type usageError struct{ error }

func (err usageError) Unwrap() error { return err.error }

var (
	errNoNetwork = errors.New("this machine is attached to no private network that may be scanned")
	errTooLong   = errors.New("the scan took longer than --max-duration; nothing was sent, because half a scan would make the other devices look gone")
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
	case errors.Is(err, upload.ErrSecret):
		return exitSecret
	case errors.Is(err, upload.ErrRefused), errors.Is(err, upload.ErrAddress):
		return exitRefused
	case errors.Is(err, upload.ErrUndelivered):
		return exitUndelivered
	case errors.Is(err, errTooLong):
		return exitTooLong
	default:
		return exitFailed
	}
}

// The payload may go to the standard output, so everything for people goes beside it.
func logf(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }
