package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"it-warranty-lookup/agent/internal/report"
	"it-warranty-lookup/agent/internal/upload"
)

func TestOptions(t *testing.T) {
	opts, err := parseOptions(strings.Fields(
		"--server https://w.example --agent-id office --save-local --subnet 10.0.0.0/24,10.0.1.7 --exclude 10.0.0.1 --ports 22,80 --rate 50"))
	if err != nil || opts.server != "https://w.example" || opts.agentID != "office" || !opts.saveLocal.set || opts.saveLocal.name != "" ||
		len(opts.selection.Subnets) != 2 || opts.selection.Subnets[1].Bits() != 32 || len(opts.ports) != 2 || opts.rate != 50 {
		t.Errorf("%+v %v", opts, err)
	}
	if opts, err := parseOptions([]string{"--save-local=here.json"}); err != nil || opts.saveLocal.name != "here.json" {
		t.Errorf("%+v %v", opts.saveLocal, err)
	}
	for _, invalid := range []string{
		"--rate 0", "--rate 1001", "--ports x", "--subnet x", "--nonsense", "extra", "--max-duration -1s", "--agent-id =cmd", "--rate fast",
	} {
		if _, err := parseOptions(strings.Fields(invalid)); err == nil {
			t.Errorf("%s was accepted", invalid)
		}
	}
	if _, err := parseOptions([]string{"--help"}); !errors.Is(err, flag.ErrHelp) {
		t.Error(err)
	}
}

func TestHelpListsEveryOption(t *testing.T) {
	for _, option := range []string{
		"--server", "--agent-secret", "--agent-id", "--save-local", "--no-upload", "--help", "--agent-secret-file", "AGENT_SECRET", "--subnet",
		"--exclude", "--allow-range", "--ports", "--rate", "--thorough", "--no-identify", "--max-duration", "--dry-run", "--spool", "--ca-file",
		"--insecure-http", "--version", "v" + report.Version,
	} {
		if !strings.Contains(help, option) {
			t.Errorf("%s is missing from the help", option)
		}
	}
}

func TestReadSecret(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte("from-file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		opts options
		want string
	}{
		{options{}, "from-env"},
		{options{secretFile: file}, "from-file"},
		{options{secretFile: file, secret: "from-argument"}, "from-argument"},
	} {
		t.Setenv(secretEnv, "from-env")
		if secret, err := readSecret(test.opts); err != nil || secret != test.want {
			t.Errorf("%q %v", secret, err)
		}
		if os.Getenv(secretEnv) != "" {
			t.Error("child processes would inherit the secret")
		}
	}
	for _, invalid := range []options{{}, {secret: "two words"}, {secret: "line\nbreak"}, {secretFile: file + "-missing"}} {
		if secret, err := readSecret(invalid); err == nil {
			t.Errorf("%+v returned %q", invalid, secret)
		}
	}
	if runtime.GOOS != "windows" {
		_ = os.Chmod(file, 0o644)
		if _, err := readSecret(options{secretFile: file}); err == nil || !strings.Contains(err.Error(), "chmod 600") {
			t.Errorf("file readable by other users: %v", err)
		}
	}
}

func TestStartRejectsInvalidOptions(t *testing.T) {
	t.Setenv(secretEnv, "")
	for _, args := range []string{"", "--server http://w.example", "--server https://w.example", "--server w.example --agent-secret x"} {
		err := start(t.Context(), strings.Fields(args))
		if code := exitCode(t.Context(), err); code != exitUsage {
			t.Errorf("%q exited with %d: %v", args, code, err)
		}
	}
}

func TestExitCodes(t *testing.T) {
	for err, want := range map[error]int{
		usageError{errors.New("x")}: 2,
		errNoNetwork:                3,
		fmt.Errorf("%w: later", upload.ErrUndelivered):    4,
		upload.ErrSecretRejected:                          5,
		fmt.Errorf("%w: invalid", upload.ErrScanRejected): 6,
		errTimeout:              7,
		errors.New("disk full"): 1,
		fmt.Errorf("%w (status 404)", upload.ErrWrongServer):                  6,
		errors.Join(fmt.Errorf("x: %w", upload.ErrScanRejected), os.ErrExist): 6,
	} {
		if got := exitCode(t.Context(), err); got != want {
			t.Errorf("%v exited with %d", err, got)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if exitCode(ctx, ctx.Err()) != 130 {
		t.Error("an interrupt is not reported")
	}
}

func TestAgentIDIsSaved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	first := agentID(options{}, dir)
	if second := agentID(options{}, dir); second != first || !agentIDPattern.MatchString(first) {
		t.Errorf("%q, then %q", first, second)
	}
	if agentID(options{agentID: "office"}, dir) != "office" {
		t.Error("--agent-id is ignored")
	}
}
