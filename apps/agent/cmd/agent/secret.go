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

const secretVariable = "AGENT_SECRET"

// readSecret takes the secret from where it was given, and warns of the place where others can read it.
func readSecret(chosen options) (string, error) {
	fromEnvironment := os.Getenv(secretVariable)
	// The programs we start need not know it.
	_ = os.Unsetenv(secretVariable)
	var secret string
	var err error
	switch {
	case chosen.secret != "":
		logf("Warning: other users of this machine can read a secret given as --agent-secret. Set %s or use --agent-secret-file instead.", secretVariable)
		secret = chosen.secret
	case chosen.secretFile == "-":
		secret, err = bufio.NewReader(io.LimitReader(os.Stdin, 4096)).ReadString('\n')
		if errors.Is(err, io.EOF) {
			err = nil
		}
	case chosen.secretFile != "":
		secret, err = readSecretFile(chosen.secretFile)
	default:
		secret = fromEnvironment
	}
	if err != nil {
		return "", err
	}
	secret = strings.TrimSpace(secret)
	if secret == "" {
		return "", fmt.Errorf("an agent secret is needed: make one on the Download Agents page and set %s, or use --no-upload", secretVariable)
	}
	if strings.ContainsFunc(secret, func(letter rune) bool { return letter <= ' ' || letter > '~' }) {
		return "", errors.New("the agent secret holds characters that no secret has; was it copied whole?")
	}
	return secret, nil
}

func readSecretFile(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", fmt.Errorf("could not read --agent-secret-file: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	// Windows keeps its rights elsewhere.
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		return "", fmt.Errorf("others may read %s; run: chmod 600 %s", name, name)
	}
	text, err := io.ReadAll(io.LimitReader(file, 4096))
	return string(text), err
}
