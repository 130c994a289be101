// Package upload brings scans to the server: each is written down first, sent until the server has taken it, and the
// same bytes are sent every time, so that the server knows it again.
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
	// Tries of one scan before it is left for the next run.
	Tries int
	// FirstWait doubles with every try, up to MostWait.
	FirstWait time.Duration
	MostWait  time.Duration
	Log       func(format string, args ...any)
	// Pause is replaced in tests.
	Pause func(ctx context.Context, wait time.Duration) error
}

// Answer is what the server says to a scan.
type Answer struct {
	Success          bool     `json:"success"`
	Message          string   `json:"message"`
	DevicesProcessed int      `json:"devices_processed"`
	Warnings         []string `json:"warnings"`
}

var (
	// ErrSecret: the server does not know the secret; nothing will go through until that is put right.
	ErrSecret = errors.New("the server does not accept this agent secret; make a new one on the Download Agents page")
	// ErrRefused: the server will never take this scan.
	ErrRefused = errors.New("the server refused the scan")
	// ErrAddress: something answers there, but not the server that was meant.
	ErrAddress = errors.New("this is not the address of a warranty server; check --server")
	// ErrUndelivered: the scan waits for the next run.
	ErrUndelivered = errors.New("the server could not be reached")
)

const answerSize = 64 * 1024

// New has the usual patience: about four minutes for one scan.
func New(server *url.URL, secret string, client *http.Client, version string, log func(string, ...any)) *Uploader {
	return &Uploader{
		Server: server, Secret: secret, Client: client, Version: version,
		Tries: 8, FirstWait: time.Second, MostWait: time.Minute, Log: log, Pause: pause,
	}
}

// Deliver sends everything that waits, oldest first. A scan that is refused is set aside; the others go on.
func (uploader *Uploader) Deliver(ctx context.Context, spool Spool) (sent int, err error) {
	waiting, dropped, err := spool.Waiting(time.Now())
	if err != nil {
		return 0, fmt.Errorf("could not read the waiting scans: %w", err)
	}
	if dropped > 0 {
		uploader.Log("%d waiting scans were too old or too many and have been dropped", dropped)
	}
	var refused error
	for _, path := range waiting {
		err := uploader.deliverFile(ctx, spool, path)
		if errors.Is(err, ErrRefused) {
			refused = err
			continue
		}
		if err != nil {
			return sent, err
		}
		sent++
	}
	return sent, refused
}

func (uploader *Uploader) deliverFile(ctx context.Context, spool Spool, path string) error {
	body, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		// Another agent of this machine has sent it meanwhile.
		return nil
	}
	if err != nil {
		return err
	}
	answer, err := uploader.Send(ctx, body)
	if errors.Is(err, ErrRefused) {
		aside, moveErr := spool.Refuse(path)
		return errors.Join(fmt.Errorf("%w; it is kept as %s", err, aside), moveErr)
	}
	if err != nil {
		return err
	}
	uploader.Log("The server has the scan: %s", printable(answer.Message))
	for _, warning := range answer.Warnings {
		uploader.Log("The server notes: %s", printable(warning))
	}
	return os.Remove(path)
}

// Send repeats the same bytes until the server answers for good.
func (uploader *Uploader) Send(ctx context.Context, body []byte) (Answer, error) {
	packed, err := pack(body)
	if err != nil {
		return Answer{}, err
	}
	wait := uploader.FirstWait
	for try := 1; ; try++ {
		answer, retryAfter, err := uploader.post(ctx, packed)
		if err == nil || isFinal(err) || ctx.Err() != nil {
			return answer, err
		}
		if try >= uploader.Tries {
			return Answer{}, fmt.Errorf("%w after %d tries: %w", ErrUndelivered, try, err)
		}
		// Half of it is chance: many agents that lost the same server do not come back in the same second.
		next := wait/2 + rand.N(wait/2+1)
		if retryAfter > 0 {
			next = min(retryAfter, 15*time.Minute) + rand.N(wait/2+1)
		}
		uploader.Log("%v; trying again in %s", err, next.Round(100*time.Millisecond))
		if err := uploader.Pause(ctx, next); err != nil {
			return Answer{}, fmt.Errorf("%w: %w", ErrUndelivered, err)
		}
		wait = min(2*wait, uploader.MostWait)
	}
}

func isFinal(err error) bool {
	return errors.Is(err, ErrSecret) || errors.Is(err, ErrRefused) || errors.Is(err, ErrAddress)
}

func pack(body []byte) ([]byte, error) {
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed)
	_, err := writer.Write(body)
	err = errors.Join(err, writer.Close())
	return packed.Bytes(), err
}

func (uploader *Uploader) post(ctx context.Context, packed []byte) (Answer, time.Duration, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, uploader.Server.String(), bytes.NewReader(packed))
	if err != nil {
		return Answer{}, 0, err
	}
	request.Header.Set("Authorization", "Bearer "+uploader.Secret)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Content-Encoding", "gzip")
	request.Header.Set("User-Agent", "network-agent/"+uploader.Version)
	response, err := uploader.Client.Do(request)
	if err != nil {
		return Answer{}, 0, fmt.Errorf("the server could not be reached: %w", errors.Unwrap(err))
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, answerSize))
	if err != nil {
		return Answer{}, 0, fmt.Errorf("the server's answer broke off: %w", err)
	}
	return judge(response, text)
}

func judge(response *http.Response, text []byte) (Answer, time.Duration, error) {
	status := response.StatusCode
	switch {
	case status >= 200 && status < 300:
		var answer Answer
		if json.Unmarshal(text, &answer) != nil || !answer.Success {
			return Answer{}, 0, fmt.Errorf("%w (it sent no receipt)", ErrAddress)
		}
		return answer, 0, nil
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return Answer{}, 0, ErrSecret
	case status >= 300 && status < 400:
		return Answer{}, 0, fmt.Errorf("%w (it points to %s)", ErrAddress, printable(response.Header.Get("Location")))
	case status == http.StatusNotFound || status == http.StatusMethodNotAllowed || status == http.StatusMisdirectedRequest:
		return Answer{}, 0, fmt.Errorf("%w (status %d)", ErrAddress, status)
	case status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status >= 500:
		wait := retryAfter(response.Header.Get("Retry-After"), time.Now())
		return Answer{}, wait, fmt.Errorf("the server is busy (status %d)", status)
	default:
		return Answer{}, 0, fmt.Errorf("%w (status %d): %s", ErrRefused, status, reason(text))
	}
}

// retryAfter reads seconds or a date.
func retryAfter(text string, now time.Time) time.Duration {
	if seconds, err := strconv.Atoi(text); err == nil {
		return time.Duration(max(seconds, 0)) * time.Second
	}
	if moment, err := http.ParseTime(text); err == nil {
		return max(moment.Sub(now), 0)
	}
	return 0
}

func reason(text []byte) string {
	var refusal struct {
		Error string `json:"error"`
	}
	if json.Unmarshal(text, &refusal) == nil && refusal.Error != "" {
		return printable(refusal.Error)
	}
	return "it gave no reason"
}

// printable keeps what a server says from playing with the terminal.
func printable(text string) string {
	text = strings.Map(func(letter rune) rune {
		if strconv.IsPrint(letter) {
			return letter
		}
		return ' '
	}, text)
	if letters := []rune(text); len(letters) > 300 {
		return string(letters[:300]) + "..."
	}
	return text
}
