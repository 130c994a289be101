// Package upload delivers scans to the server. Each scan is saved to disk first and sent with identical bytes until the
// server confirms it, so that the server can recognize duplicates.
package upload

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// Uploader sends scans to one server.
type Uploader struct {
	Server  *url.URL
	Secret  string
	Client  *http.Client
	Version string
	// MaxAttempts is the number of attempts per scan before it is left for the next run.
	MaxAttempts int
	// InitialBackoff doubles with every attempt, up to MaxBackoff.
	InitialBackoff time.Duration
	MaxBackoff     time.Duration
	Log            func(format string, args ...any)
	// Sleep is replaced in tests.
	Sleep func(ctx context.Context, delay time.Duration) error
}

// Reply is the reply of the server to an accepted scan.
type Reply struct {
	Success  bool     `json:"success"`
	Message  string   `json:"message"`
	Warnings []string `json:"warnings"`
}

var (
	// ErrSecretRejected means that the server rejected the secret. Every upload will fail until it is replaced.
	ErrSecretRejected = errors.New("the server rejected the agent secret; create a new one on the Download Agents page")
	// ErrSecretBound means that the secret belongs to another agent. The scan is kept until that changes.
	ErrSecretBound = errors.New("the server rejected the agent secret")
	// ErrScanRejected means that the server will never accept this scan.
	ErrScanRejected = errors.New("the server rejected the scan")
	// ErrWrongServer means that the URL belongs to something other than a warranty server.
	ErrWrongServer = errors.New("the URL is not a warranty server; check --server")
	// ErrUndelivered means that the scan was not delivered and is sent by the next run.
	ErrUndelivered = errors.New("failed to deliver the scan")
)

const maxReplyBytes = 64 * 1024

// New returns an uploader with the default backoff: the delays add up to two minutes per scan.
func New(server *url.URL, secret string, client *http.Client, version string, log func(string, ...any)) *Uploader {
	return &Uploader{
		Server: server, Secret: secret, Client: client, Version: version,
		MaxAttempts: 8, InitialBackoff: time.Second, MaxBackoff: time.Minute, Log: log, Sleep: sleep,
	}
}

// Deliver sends all pending scans, oldest first. It sets rejected scans aside and continues with the others.
func (u *Uploader) Deliver(ctx context.Context, spool Spool) error {
	pending, dropped, err := spool.Pending(time.Now())
	if err != nil {
		return fmt.Errorf("failed to read the undelivered scans: %w", err)
	}
	if dropped > 0 {
		u.Log("Deleted %d undelivered scans (too old or too many).", dropped)
	}
	var rejected error
	for _, path := range pending {
		err := u.deliverFile(ctx, spool, path)
		if errors.Is(err, ErrScanRejected) {
			rejected = err
			continue
		}
		if err != nil {
			return err
		}
	}
	return rejected
}

func (u *Uploader) deliverFile(ctx context.Context, spool Spool, path string) error {
	body, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		// Another agent on this machine has sent it in the meantime.
		return nil
	}
	if err != nil {
		return err
	}
	reply, err := u.Send(ctx, body)
	if errors.Is(err, ErrScanRejected) {
		rejectedPath, moveErr := spool.Reject(path)
		return errors.Join(fmt.Errorf("%w; it is saved as %s", err, rejectedPath), moveErr)
	}
	if err != nil {
		return err
	}
	u.Log("Scan delivered: %s", printable(reply.Message))
	for _, warning := range reply.Warnings {
		u.Log("Server warning: %s", printable(warning))
	}
	return os.Remove(path)
}

// Send sends the same bytes until the server accepts or rejects them.
func (u *Uploader) Send(ctx context.Context, body []byte) (Reply, error) {
	compressed, err := compress(body)
	if err != nil {
		return Reply{}, err
	}
	backoff := u.InitialBackoff
	for attempt := 1; ; attempt++ {
		reply, retryAfter, err := u.post(ctx, compressed)
		if err == nil || isFinal(err) || ctx.Err() != nil {
			return reply, err
		}
		if attempt >= u.MaxAttempts {
			return Reply{}, fmt.Errorf("%w after %d attempts: %w", ErrUndelivered, attempt, err)
		}
		// Half of the delay is random, so that many agents do not retry at the same time after an outage.
		delay := backoff/2 + rand.N(backoff/2+1)
		if retryAfter > 0 {
			delay = min(retryAfter, 15*time.Minute) + rand.N(backoff/2+1)
		}
		u.Log("%v; retrying in %s", err, delay.Round(100*time.Millisecond))
		if err := u.Sleep(ctx, delay); err != nil {
			return Reply{}, fmt.Errorf("%w: %w", ErrUndelivered, err)
		}
		backoff = min(2*backoff, u.MaxBackoff)
	}
}

func isFinal(err error) bool {
	return errors.Is(err, ErrSecretRejected) || errors.Is(err, ErrSecretBound) || errors.Is(err, ErrScanRejected) ||
		errors.Is(err, ErrWrongServer)
}

func compress(body []byte) ([]byte, error) {
	var compressed bytes.Buffer
	writer := gzip.NewWriter(&compressed)
	_, err := writer.Write(body)
	err = errors.Join(err, writer.Close())
	return compressed.Bytes(), err
}

func (u *Uploader) post(ctx context.Context, compressed []byte) (Reply, time.Duration, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, u.Server.String(), bytes.NewReader(compressed))
	if err != nil {
		return Reply{}, 0, err
	}
	request.Header.Set("Authorization", "Bearer "+u.Secret)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Content-Encoding", "gzip")
	request.Header.Set("User-Agent", "network-agent/"+u.Version)
	response, err := u.Client.Do(request)
	if err != nil {
		return Reply{}, 0, fmt.Errorf("failed to reach the server: %w", errors.Unwrap(err))
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxReplyBytes))
	if err != nil {
		return Reply{}, 0, fmt.Errorf("the server's reply was cut off: %w", err)
	}
	return parseReply(response, text)
}

func parseReply(response *http.Response, text []byte) (Reply, time.Duration, error) {
	status := response.StatusCode
	switch {
	case status >= 200 && status < 300:
		var reply Reply
		if json.Unmarshal(text, &reply) != nil || !reply.Success {
			return Reply{}, 0, fmt.Errorf("%w (no confirmation received)", ErrWrongServer)
		}
		return reply, 0, nil
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		if parsed := parseRejection(text); parsed.Code == "agent_secret_bound" {
			return Reply{}, 0, fmt.Errorf("%w: %s", ErrSecretBound, parsed.reason())
		}
		return Reply{}, 0, ErrSecretRejected
	case status >= 300 && status < 400:
		return Reply{}, 0, fmt.Errorf("%w (it redirects to %s)", ErrWrongServer, printable(response.Header.Get("Location")))
	case status == http.StatusNotFound || status == http.StatusMethodNotAllowed || status == http.StatusMisdirectedRequest:
		return Reply{}, 0, fmt.Errorf("%w (status %d)", ErrWrongServer, status)
	case status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status >= 500:
		delay := parseRetryAfter(response.Header.Get("Retry-After"), time.Now())
		return Reply{}, delay, fmt.Errorf("the server is temporarily unavailable (status %d)", status)
	default:
		return Reply{}, 0, fmt.Errorf("%w (status %d): %s", ErrScanRejected, status, parseRejection(text).reason())
	}
}

// parseRetryAfter parses a Retry-After header, which contains seconds or a date.
func parseRetryAfter(text string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(text); err == nil {
		return time.Duration(max(seconds, 0)) * time.Second
	}
	if date, err := http.ParseTime(text); err == nil {
		return max(date.Sub(now), 0)
	}
	return 0
}

// rejection is the server's reply to a request that it rejects.
type rejection struct {
	Code  string `json:"code"`
	Error string `json:"error"`
}

func parseRejection(text []byte) (parsed rejection) {
	if json.Unmarshal(text, &parsed) != nil {
		return rejection{}
	}
	return parsed
}

func (r rejection) reason() string {
	if r.Error == "" {
		return "no reason given"
	}
	return printable(r.Error)
}

// printable replaces control characters, because the server must not control the terminal, and shortens long texts.
func printable(text string) string {
	text = strings.Map(func(r rune) rune {
		if strconv.IsPrint(r) {
			return r
		}
		return ' '
	}, text)
	if runes := []rune(text); len(runes) > 300 {
		return string(runes[:300]) + "..."
	}
	return text
}
