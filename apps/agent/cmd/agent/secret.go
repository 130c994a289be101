package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
)

const secretEnv = "AGENT_SECRET"

// readSecret reads the agent secret from the command line, a file, standard input or the environment.
func readSecret(opts options) (string, error) {
	fromEnv := os.Getenv(secretEnv)
	// Keep the secret out of the environment of child processes.
	_ = os.Unsetenv(secretEnv)
	var secret string
	var err error
	switch {
	case opts.secret != "":
		logf("Warning: other users of this machine can see the value of --agent-secret. Set %s or use --agent-secret-file instead.", secretEnv)
		secret = opts.secret
	case opts.secretFile == "-":
		secret, err = bufio.NewReader(io.LimitReader(os.Stdin, 4096)).ReadString('\n')
		if errors.Is(err, io.EOF) {
			err = nil
		}
	case opts.secretFile != "":
		secret, err = readSecretFile(opts.secretFile)
	default:
		secret = fromEnv
	}
	if err != nil {
		return "", err
	}
	secret = strings.TrimSpace(secret)
	if secret == "" {
		return "", fmt.Errorf("an agent secret is required: create one on the Download Agents page and set %s, or use --no-upload", secretEnv)
	}
	if strings.ContainsFunc(secret, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", errors.New("the agent secret contains invalid characters; check that you copied it completely")
	}
	return secret, nil
}

func readSecretFile(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", fmt.Errorf("failed to read --agent-secret-file: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	// On Windows, the file mode does not reflect the access control list.
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("other users can access %s; run: chmod 600 %s", name, name)
	}
	text, err := io.ReadAll(io.LimitReader(file, 4096))
	return string(text), err
}
