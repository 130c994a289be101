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
	chosen, err := parseOptions(strings.Fields(
		"--server https://w.example --agent-id office --save-local --subnet 10.0.0.0/24,10.0.1.7 --exclude 10.0.0.1 --ports 22,80 --rate 50"))
	if err != nil || chosen.server != "https://w.example" || chosen.agentID != "office" || !chosen.saveLocal.set || chosen.saveLocal.name != "" ||
		len(chosen.choice.Subnets) != 2 || chosen.choice.Subnets[1].Bits() != 32 || len(chosen.ports) != 2 || chosen.rate != 50 {
		t.Errorf("%+v %v", chosen, err)
	}
	if chosen, err := parseOptions([]string{"--save-local=here.json"}); err != nil || chosen.saveLocal.name != "here.json" {
		t.Errorf("%+v %v", chosen.saveLocal, err)
	}
	for _, wrong := range []string{
		"--rate 0", "--rate 1001", "--ports x", "--subnet x", "--nonsense", "extra", "--max-duration -1s", "--agent-id =cmd", "--rate fast",
	} {
		if _, err := parseOptions(strings.Fields(wrong)); err == nil {
			t.Errorf("%s was accepted", wrong)
		}
	}
	if _, err := parseOptions([]string{"--help"}); !errors.Is(err, flag.ErrHelp) {
		t.Error(err)
	}
}

func TestHelpNamesEveryOption(t *testing.T) {
	for _, option := range []string{
		"--server", "--agent-secret", "--agent-id", "--save-local", "--no-upload", "--help", "--agent-secret-file", "AGENT_SECRET", "--subnet",
		"--exclude", "--allow-range", "--ports", "--rate", "--thorough", "--no-identify", "--max-duration", "--dry-run", "--spool", "--ca-file",
		"--insecure-http", "--version", "v" + report.Version,
	} {
		if !strings.Contains(help, option) {
			t.Errorf("%s is not in the help", option)
		}
	}
}

func TestWhereTheSecretComesFrom(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(file, []byte("from-file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		chosen options
		want   string
	}{
		{options{}, "from-env"},
		{options{secretFile: file}, "from-file"},
		{options{secretFile: file, secret: "from-argument"}, "from-argument"},
	} {
		t.Setenv(secretVariable, "from-env")
		if secret, err := readSecret(test.chosen); err != nil || secret != test.want {
			t.Errorf("%q %v", secret, err)
		}
		if os.Getenv(secretVariable) != "" {
			t.Error("programs that are started would see it")
		}
	}
	for _, wrong := range []options{{}, {secret: "two words"}, {secret: "line\nbreak"}, {secretFile: file + "-missing"}} {
		if secret, err := readSecret(wrong); err == nil {
			t.Errorf("%+v gave %q", wrong, secret)
		}
	}
	if runtime.GOOS != "windows" {
		_ = os.Chmod(file, 0o644)
		if _, err := readSecret(options{secretFile: file}); err == nil || !strings.Contains(err.Error(), "chmod 600") {
			t.Errorf("a file that all can read: %v", err)
		}
	}
}

func TestNothingIsScannedBeforeTheOptionsAreRight(t *testing.T) {
	t.Setenv(secretVariable, "")
	for _, args := range []string{"", "--server http://w.example", "--server https://w.example", "--server w.example --agent-secret x"} {
		err := start(t.Context(), strings.Fields(args))
		if code := exitCode(t.Context(), err); code != exitUsage {
			t.Errorf("%q ended with %d: %v", args, code, err)
		}
	}
}

func TestExitCodes(t *testing.T) {
	for err, want := range map[error]int{
		usageError{errors.New("x")}: 2,
		errNoNetwork:                3,
		fmt.Errorf("%w: later", upload.ErrUndelivered): 4,
		upload.ErrSecret:                                 5,
		fmt.Errorf("%w: odd", upload.ErrRefused):         6,
		errTooLong:                                       7,
		errors.New("disk full"):                          1,
		fmt.Errorf("%w (status 404)", upload.ErrAddress): 6,
		errors.Join(fmt.Errorf("x: %w", upload.ErrRefused), os.ErrExist): 6,
	} {
		if got := exitCode(t.Context(), err); got != want {
			t.Errorf("%v ended with %d", err, got)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if exitCode(ctx, ctx.Err()) != 130 {
		t.Error("an interrupt is not told")
	}
}

func TestAgentIDIsKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "state")
	first := agentID(options{}, folder)
	if second := agentID(options{}, folder); second != first || !agentIDForm.MatchString(first) {
		t.Errorf("%q, then %q", first, second)
	}
	if agentID(options{agentID: "office"}, folder) != "office" {
		t.Error("the chosen one is not taken")
	}
}
