package upload

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

const confirmation = `{"success": true, "message": "Scan received.", "devices_processed": 1, "agent_id": "a", "timestamp": "t"}`

var body = []byte(`{"scan_timestamp": "2026-11-15T09:30:00.000Z"}`)

// fakeServer calls one handler after the other and records every complete request body.
type fakeServer struct {
	t        *testing.T
	handlers []http.HandlerFunc
	calls    int
	bodies   [][]byte
}

func (s *fakeServer) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	handler := s.handlers[min(s.calls, len(s.handlers)-1)]
	s.calls++
	if request.Header.Get("Authorization") != "Bearer s3cret" || request.Header.Get("Content-Type") != "application/json" {
		s.t.Errorf("headers %v", request.Header)
	}
	compressed, err := io.ReadAll(request.Body)
	if err == nil {
		s.bodies = append(s.bodies, compressed)
	}
	handler(response, request)
}

func reply(status int, text string, header ...string) http.HandlerFunc {
	return func(response http.ResponseWriter, _ *http.Request) {
		if len(header) == 2 {
			response.Header().Set(header[0], header[1])
		}
		response.WriteHeader(status)
		fmt.Fprint(response, text)
	}
}

func closeConnection(response http.ResponseWriter, _ *http.Request) {
	connection, _, err := response.(http.Hijacker).Hijack()
	if err == nil {
		connection.Close()
	}
}

// closeMidReply sends less than its Content-Length.
func closeMidReply(response http.ResponseWriter, _ *http.Request) {
	connection, _, err := response.(http.Hijacker).Hijack()
	if err == nil {
		fmt.Fprint(connection, "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"success\": true")
		connection.Close()
	}
}

type fixture struct {
	*Uploader
	*fakeServer
	spool  Spool
	delays []time.Duration
	log    strings.Builder
}

func newFixture(t *testing.T, handlers ...http.HandlerFunc) *fixture {
	t.Helper()
	spool, err := OpenSpool(filepath.Join(t.TempDir(), "spool"))
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{fakeServer: &fakeServer{t: t, handlers: handlers}, spool: spool}
	server := httptest.NewServer(f.fakeServer)
	t.Cleanup(server.Close)
	f.Uploader = f.uploader(t, server.URL)
	return f
}

func (f *fixture) uploader(t *testing.T, address string) *Uploader {
	t.Helper()
	server, err := ParseServer(address, false)
	if err != nil {
		t.Fatal(err)
	}
	client, err := NewClient("")
	if err != nil {
		t.Fatal(err)
	}
	uploader := New(server, "s3cret", client, "test", func(format string, args ...any) {
		fmt.Fprintf(&f.log, format+"\n", args...)
	})
	uploader.Sleep = func(_ context.Context, delay time.Duration) error {
		f.delays = append(f.delays, delay)
		return nil
	}
	return uploader
}

func (f *fixture) put(t *testing.T, name string) {
	t.Helper()
	if err := f.spool.Put(name, body); err != nil {
		t.Fatal(err)
	}
}

func (f *fixture) pendingCount(t *testing.T) int {
	t.Helper()
	pending, _, err := f.spool.Pending(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return len(pending)
}

func TestDeliverRetries(t *testing.T) {
	for name, failures := range map[string][]http.HandlerFunc{
		"none":                           nil,
		"500s":                           {reply(500, "x"), reply(502, ""), reply(503, "")},
		"429":                            {reply(429, `{"error": "slow down"}`, "Retry-After", "7")},
		"connection closed":              {closeConnection, closeConnection},
		"reply cut off":                  {closeMidReply},
		"several failures":               {closeConnection, reply(500, ""), reply(429, ""), closeMidReply, reply(503, "", "Retry-After", "1")},
		"lost confirmation":              {closeConnection},
		"failing until the last attempt": slices.Repeat([]http.HandlerFunc{closeConnection}, 7),
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, append(failures, reply(200, confirmation))...)
			f.put(t, "one")
			err := f.Deliver(t.Context(), f.spool)
			if err != nil || f.pendingCount(t) != 0 {
				t.Fatalf("%d pending, %v", f.pendingCount(t), err)
			}
			if len(f.bodies) != len(failures)+1 || f.calls != len(failures)+1 {
				t.Errorf("%d bodies in %d calls", len(f.bodies), f.calls)
			}
			for _, compressed := range f.bodies {
				if !bytes.Equal(compressed, f.bodies[0]) || !bytes.Equal(decompress(t, compressed), body) {
					t.Error("the bytes differ between attempts")
				}
			}
			if strings.Contains(f.log.String(), "s3cret") {
				t.Error("the secret is in the log")
			}
		})
	}
}

func decompress(t *testing.T, compressed []byte) []byte {
	t.Helper()
	reader, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// The server closes the connection after reading part of the body. The complete scan must be sent again.
func TestConnectionClosedMidBody(t *testing.T) {
	f := newFixture(t, reply(200, confirmation))
	large := make([]byte, 4<<20)
	for i := range large {
		large[i] = byte(i * i >> 7)
	}
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	failures := 2
	go func() {
		for range failures {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = io.ReadFull(connection, make([]byte, 2000))
			_ = connection.(*net.TCPConn).SetLinger(0)
			connection.Close()
		}
		_ = http.Serve(listener, f.fakeServer)
	}()
	uploader := f.uploader(t, "http://"+listener.Addr().String())
	if _, err := uploader.Send(t.Context(), large); err != nil {
		t.Fatal(err)
	}
	if len(f.bodies) != 1 || !bytes.Equal(decompress(t, f.bodies[0]), large) || len(f.delays) != failures {
		t.Errorf("%d bodies, %d delays", len(f.bodies), len(f.delays))
	}
}

func TestDeliverAfterOutage(t *testing.T) {
	f := newFixture(t, reply(200, confirmation))
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	uploader := f.uploader(t, "http://"+address)
	f.put(t, "one")
	if err := uploader.Deliver(t.Context(), f.spool); !errors.Is(err, ErrUndelivered) {
		t.Fatal(err)
	}
	f.put(t, "two")
	if f.pendingCount(t) != 2 {
		t.Fatal("a scan was lost")
	}
	listener, err = net.Listen("tcp4", address)
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: f.fakeServer}
	defer server.Close()
	go func() { _ = server.Serve(listener) }()
	if err := uploader.Deliver(t.Context(), f.spool); err != nil || f.pendingCount(t) != 0 {
		t.Errorf("%d pending, %v", f.pendingCount(t), err)
	}
}

func TestBackoffAndRetryAfter(t *testing.T) {
	f := newFixture(t, reply(503, ""))
	if _, err := f.Send(t.Context(), body); !errors.Is(err, ErrUndelivered) {
		t.Fatal(err)
	}
	if len(f.delays) != f.MaxAttempts-1 {
		t.Fatalf("%d delays", len(f.delays))
	}
	for i, delay := range f.delays {
		backoff := min(f.InitialBackoff<<i, f.MaxBackoff)
		if delay < backoff/2 || delay > backoff {
			t.Errorf("delay %d was %s", i, delay)
		}
	}
	limited := newFixture(t, reply(429, "", "Retry-After", "90"), reply(200, confirmation))
	if _, err := limited.Send(t.Context(), body); err != nil || limited.delays[0] < 90*time.Second || limited.delays[0] > 91*time.Second {
		t.Errorf("delays %v, %v", limited.delays, err)
	}
	now := time.Date(2026, 11, 15, 9, 30, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"": 0, "x": 0, "-5": 0, "3": 3 * time.Second, "Sun, 15 Nov 2026 09:30:20 GMT": 20 * time.Second, "Sun, 15 Nov 2026 09:00:00 GMT": 0,
	} {
		if got := parseRetryAfter(text, now); got != want {
			t.Errorf("%q returned %s", text, got)
		}
	}
}

func TestFinalReplies(t *testing.T) {
	for _, test := range []struct {
		name    string
		handler http.HandlerFunc
		want    error
		pending int
	}{
		{"unknown secret", reply(401, `{"error": "no"}`), ErrSecretRejected, 1},
		{"secret of another agent", reply(403, `{"error": "no\u001b[2J", "code": "agent_secret_bound"}`), ErrSecretBound, 1},
		{"blocked by a proxy", reply(403, "<html>"), ErrSecretRejected, 1},
		{"invalid scan", reply(422, `{"error": "devices.0.ip is invalid\u001b[2J"}`), ErrScanRejected, 0},
		{"too large", reply(413, ""), ErrScanRejected, 0},
		{"other server", reply(404, "<html>"), ErrWrongServer, 1},
		{"captive portal", reply(200, "<html>Please log in"), ErrWrongServer, 1},
		{"redirect", reply(302, "", "Location", "https://elsewhere.example/"), ErrWrongServer, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newFixture(t, test.handler)
			f.put(t, "one")
			err := f.Deliver(t.Context(), f.spool)
			if !errors.Is(err, test.want) || f.calls != 1 || f.pendingCount(t) != test.pending {
				t.Errorf("%v after %d calls, %d pending", err, f.calls, f.pendingCount(t))
			}
			if strings.Contains(err.Error(), "\x1b") {
				t.Error("the server can send control characters to the terminal")
			}
		})
	}
}

func TestBoundSecretShowsTheServersReason(t *testing.T) {
	f := newFixture(t, reply(403, `{"error": "It belongs to another agent.", "code": "agent_secret_bound"}`))
	f.put(t, "one")
	err := f.Deliver(t.Context(), f.spool)
	if err == nil || err.Error() != "the server rejected the agent secret: It belongs to another agent." {
		t.Error(err)
	}
}

func TestRejectedScanDoesNotBlockOthers(t *testing.T) {
	f := newFixture(t, reply(422, `{"error": "invalid"}`), reply(200, confirmation))
	f.put(t, "first")
	f.put(t, "second")
	err := f.Deliver(t.Context(), f.spool)
	if f.calls != 2 || !errors.Is(err, ErrScanRejected) || f.pendingCount(t) != 0 {
		t.Errorf("%d calls, %v", f.calls, err)
	}
	rejected, _ := filepath.Glob(filepath.Join(f.spool.Dir, "*"+rejectedSuffix))
	if len(rejected) != 1 {
		t.Error("the rejected scan was not saved")
	}
}

func TestSpoolIsPrivateAndBounded(t *testing.T) {
	f := newFixture(t, reply(200, confirmation))
	f.spool.MaxFiles = 3
	for number := range 5 {
		f.put(t, fmt.Sprint(number))
		old := time.Now().Add(time.Duration(number-10) * time.Hour)
		if err := os.Chtimes(filepath.Join(f.spool.Dir, fmt.Sprint(number)+pendingSuffix), old, old); err != nil {
			t.Fatal(err)
		}
	}
	pending, dropped, err := f.spool.Pending(time.Now())
	if err != nil || dropped != 2 || len(pending) != 3 || filepath.Base(pending[0]) != "2"+pendingSuffix {
		t.Errorf("%v, %d dropped, %v", pending, dropped, err)
	}
	info, err := os.Stat(pending[0])
	// On Windows, the file mode does not reflect the access control list.
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
	if _, dropped, _ := f.spool.Pending(time.Now().Add(31 * 24 * time.Hour)); dropped != 3 {
		t.Errorf("%d dropped because of their age", dropped)
	}
}

func TestParseServer(t *testing.T) {
	for address, want := range map[string]string{
		"https://warranty.example":       "https://warranty.example/api/agent/discoveries",
		"https://warranty.example/base/": "https://warranty.example/base/api/agent/discoveries",
		"http://localhost:3000":          "http://localhost:3000/api/agent/discoveries",
		"http://127.0.0.1:3000":          "http://127.0.0.1:3000/api/agent/discoveries",
		"http://[::1]:3000":              "http://[::1]:3000/api/agent/discoveries",
	} {
		if server, err := ParseServer(address, false); err != nil || server.String() != want {
			t.Errorf("%s returned %v, %v", address, server, err)
		}
	}
	for _, address := range []string{
		"http://warranty.example", "http://10.0.0.5", "http://localhost.evil.example", "ftp://x", "warranty.example", "",
		"https://user:pass@warranty.example", "https://warranty.example/?x=1", "javascript:alert(1)",
	} {
		if server, err := ParseServer(address, false); err == nil {
			t.Errorf("%s was accepted as %v", address, server)
		}
	}
	for address, allowed := range map[string]bool{
		"http://10.0.0.5:3000": true, "http://192.168.1.4": true, "http://[fd00::5]": true,
		"http://8.8.8.8": false, "http://warranty.example": false,
	} {
		if _, err := ParseServer(address, true); (err == nil) != allowed {
			t.Errorf("%s with --insecure-http: %v", address, err)
		}
	}
}

func TestUnknownCertificateIsRejected(t *testing.T) {
	f := newFixture(t, reply(200, confirmation))
	server := httptest.NewUnstartedServer(f.fakeServer)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	uploader := f.uploader(t, server.URL)
	uploader.MaxAttempts = 1
	if _, err := uploader.Send(t.Context(), body); err == nil || f.calls != 0 {
		t.Errorf("the scan was sent: %v", err)
	}
}
