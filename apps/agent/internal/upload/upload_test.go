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
	"strings"
	"testing"
	"time"
)

const receipt = `{"success": true, "message": "Scan received.", "devices_processed": 1, "agent_id": "a", "timestamp": "t"}`

var body = []byte(`{"scan_timestamp": "2026-11-15T09:30:00.000Z"}`)

// standIn answers with one handler after the other and keeps every body that arrived whole.
type standIn struct {
	t        *testing.T
	handlers []http.HandlerFunc
	calls    int
	bodies   [][]byte
}

func (server *standIn) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	handler := server.handlers[min(server.calls, len(server.handlers)-1)]
	server.calls++
	if request.Header.Get("Authorization") != "Bearer s3cret" || request.Header.Get("Content-Type") != "application/json" {
		server.t.Errorf("headers %v", request.Header)
	}
	packed, err := io.ReadAll(request.Body)
	if err == nil {
		server.bodies = append(server.bodies, packed)
	}
	handler(response, request)
}

func answer(status int, text string, header ...string) http.HandlerFunc {
	return func(response http.ResponseWriter, _ *http.Request) {
		if len(header) == 2 {
			response.Header().Set(header[0], header[1])
		}
		response.WriteHeader(status)
		fmt.Fprint(response, text)
	}
}

func cut(response http.ResponseWriter, _ *http.Request) {
	connection, _, err := response.(http.Hijacker).Hijack()
	if err == nil {
		connection.Close()
	}
}

// cutAnswer promises more than it sends.
func cutAnswer(response http.ResponseWriter, _ *http.Request) {
	connection, _, err := response.(http.Hijacker).Hijack()
	if err == nil {
		fmt.Fprint(connection, "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{\"success\": true")
		connection.Close()
	}
}

type scene struct {
	*Uploader
	*standIn
	spool Spool
	waits []time.Duration
	log   strings.Builder
}

func newScene(t *testing.T, handlers ...http.HandlerFunc) *scene {
	t.Helper()
	spool, err := OpenSpool(filepath.Join(t.TempDir(), "spool"))
	if err != nil {
		t.Fatal(err)
	}
	scene := &scene{standIn: &standIn{t: t, handlers: handlers}, spool: spool}
	server := httptest.NewServer(scene.standIn)
	t.Cleanup(server.Close)
	scene.Uploader = scene.uploader(t, server.URL)
	return scene
}

func (scene *scene) uploader(t *testing.T, address string) *Uploader {
	t.Helper()
	server, err := ParseServer(address, false)
	if err != nil {
		t.Fatal(err)
	}
	client, err := Client("")
	if err != nil {
		t.Fatal(err)
	}
	uploader := New(server, "s3cret", client, "1.2.0", func(format string, args ...any) {
		fmt.Fprintf(&scene.log, format+"\n", args...)
	})
	uploader.Pause = func(_ context.Context, wait time.Duration) error {
		scene.waits = append(scene.waits, wait)
		return nil
	}
	return uploader
}

func (scene *scene) put(t *testing.T, name string) {
	t.Helper()
	if _, err := scene.spool.Put(name, body); err != nil {
		t.Fatal(err)
	}
}

func (scene *scene) left(t *testing.T) int {
	t.Helper()
	waiting, _, err := scene.spool.Waiting(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return len(waiting)
}

func TestTroubleOnTheWay(t *testing.T) {
	for name, trouble := range map[string][]http.HandlerFunc{
		"none":                       nil,
		"500s":                       {answer(500, "x"), answer(502, ""), answer(503, "")},
		"429":                        {answer(429, `{"error": "slow down"}`, "Retry-After", "7")},
		"connection cut":             {cut, cut},
		"answer cut in the middle":   {cutAnswer},
		"many troubles one by one":   {cut, answer(500, ""), answer(429, ""), cutAnswer, answer(503, "", "Retry-After", "1")},
		"a receipt that got lost":    {cut},
		"busy until the last chance": {cut, cut, cut, cut, cut, cut, cut},
	} {
		t.Run(name, func(t *testing.T) {
			scene := newScene(t, append(trouble, answer(200, receipt))...)
			scene.put(t, "one")
			sent, err := scene.Deliver(t.Context(), scene.spool)
			if err != nil || sent != 1 || scene.left(t) != 0 {
				t.Fatalf("sent %d, %d left, %v", sent, scene.left(t), err)
			}
			if len(scene.bodies) != len(trouble)+1 || scene.calls != len(trouble)+1 {
				t.Errorf("%d bodies in %d calls", len(scene.bodies), scene.calls)
			}
			for _, packed := range scene.bodies {
				if !bytes.Equal(packed, scene.bodies[0]) || !bytes.Equal(unpack(t, packed), body) {
					t.Error("not the same bytes")
				}
			}
			if strings.Contains(scene.log.String(), "s3cret") {
				t.Error("the secret is in the log")
			}
		})
	}
}

func unpack(t *testing.T, packed []byte) []byte {
	t.Helper()
	reader, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// The server reads only a part and drops the connection: the scan must come again, whole.
func TestConnectionCutInMidBody(t *testing.T) {
	scene := newScene(t, answer(200, receipt))
	large := make([]byte, 4<<20)
	for index := range large {
		large[index] = byte(index * index >> 7)
	}
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	cuts := 2
	go func() {
		for range cuts {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			_, _ = io.ReadFull(connection, make([]byte, 2000))
			_ = connection.(*net.TCPConn).SetLinger(0)
			connection.Close()
		}
		_ = http.Serve(listener, scene.standIn)
	}()
	uploader := scene.uploader(t, "http://"+listener.Addr().String())
	if _, err := uploader.Send(t.Context(), large); err != nil {
		t.Fatal(err)
	}
	if len(scene.bodies) != 1 || !bytes.Equal(unpack(t, scene.bodies[0]), large) || len(scene.waits) != cuts {
		t.Errorf("%d bodies, %d waits", len(scene.bodies), len(scene.waits))
	}
}

func TestServerDownThenUp(t *testing.T) {
	scene := newScene(t, answer(200, receipt))
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	listener.Close()
	uploader := scene.uploader(t, "http://"+address)
	scene.put(t, "one")
	if _, err := uploader.Deliver(t.Context(), scene.spool); !errors.Is(err, ErrUndelivered) {
		t.Fatal(err)
	}
	scene.put(t, "two")
	if scene.left(t) != 2 {
		t.Fatal("a scan was lost")
	}
	listener, err = net.Listen("tcp4", address)
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: scene.standIn}
	defer server.Close()
	go func() { _ = server.Serve(listener) }()
	if sent, err := uploader.Deliver(t.Context(), scene.spool); err != nil || sent != 2 || scene.left(t) != 0 {
		t.Errorf("sent %d, %v", sent, err)
	}
}

func TestWaitsGrowAndHonourRetryAfter(t *testing.T) {
	scene := newScene(t, answer(503, ""))
	if _, err := scene.Send(t.Context(), body); !errors.Is(err, ErrUndelivered) {
		t.Fatal(err)
	}
	if len(scene.waits) != scene.Tries-1 {
		t.Fatalf("%d waits", len(scene.waits))
	}
	for index, wait := range scene.waits {
		whole := min(scene.FirstWait<<index, scene.MostWait)
		if wait < whole/2 || wait > whole {
			t.Errorf("wait %d was %s", index, wait)
		}
	}
	asked := newScene(t, answer(429, "", "Retry-After", "90"), answer(200, receipt))
	if _, err := asked.Send(t.Context(), body); err != nil || asked.waits[0] < 90*time.Second || asked.waits[0] > 91*time.Second {
		t.Errorf("waited %v, %v", asked.waits, err)
	}
	now := time.Date(2026, 11, 15, 9, 30, 0, 0, time.UTC)
	for text, want := range map[string]time.Duration{
		"": 0, "x": 0, "-5": 0, "3": 3 * time.Second, "Sun, 15 Nov 2026 09:30:20 GMT": 20 * time.Second, "Sun, 15 Nov 2026 09:00:00 GMT": 0,
	} {
		if got := retryAfter(text, now); got != want {
			t.Errorf("%q gave %s", text, got)
		}
	}
}

func TestAnswersThatAreFinal(t *testing.T) {
	for _, test := range []struct {
		name    string
		handler http.HandlerFunc
		want    error
		kept    int
	}{
		{"unknown secret", answer(401, `{"error": "no"}`), ErrSecret, 1},
		{"refused for good", answer(422, `{"error": "devices.0.ip is odd\u001b[2J"}`), ErrRefused, 0},
		{"too large", answer(413, ""), ErrRefused, 0},
		{"another server", answer(404, "<html>"), ErrAddress, 1},
		{"a portal that says yes", answer(200, "<html>Please log in"), ErrAddress, 1},
		{"a redirect", answer(302, "", "Location", "https://elsewhere.example/"), ErrAddress, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			scene := newScene(t, test.handler)
			scene.put(t, "one")
			_, err := scene.Deliver(t.Context(), scene.spool)
			if !errors.Is(err, test.want) || scene.calls != 1 || scene.left(t) != test.kept {
				t.Errorf("%v after %d calls, %d kept", err, scene.calls, scene.left(t))
			}
			if strings.Contains(err.Error(), "\x1b") {
				t.Error("the server writes on the terminal")
			}
		})
	}
}

func TestARefusedScanDoesNotHoldUpOthers(t *testing.T) {
	scene := newScene(t, answer(422, `{"error": "odd"}`), answer(200, receipt))
	scene.put(t, "first")
	scene.put(t, "second")
	sent, err := scene.Deliver(t.Context(), scene.spool)
	if sent != 1 || !errors.Is(err, ErrRefused) || scene.left(t) != 0 {
		t.Errorf("sent %d, %v", sent, err)
	}
	aside, _ := filepath.Glob(filepath.Join(scene.spool.Folder, "*"+refusedSuffix))
	if len(aside) != 1 {
		t.Error("the refused one is gone")
	}
}

func TestSpoolIsPrivateAndBounded(t *testing.T) {
	scene := newScene(t, answer(200, receipt))
	scene.spool.MostFiles = 3
	for number := range 5 {
		scene.put(t, fmt.Sprint(number))
		old := time.Now().Add(time.Duration(number-10) * time.Hour)
		if err := os.Chtimes(filepath.Join(scene.spool.Folder, fmt.Sprint(number)+waitingSuffix), old, old); err != nil {
			t.Fatal(err)
		}
	}
	waiting, dropped, err := scene.spool.Waiting(time.Now())
	if err != nil || dropped != 2 || len(waiting) != 3 || filepath.Base(waiting[0]) != "2"+waitingSuffix {
		t.Errorf("%v, %d dropped, %v", waiting, dropped, err)
	}
	info, err := os.Stat(waiting[0])
	// Windows keeps its rights elsewhere.
	if err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
	if _, dropped, _ := scene.spool.Waiting(time.Now().Add(31 * 24 * time.Hour)); dropped != 3 {
		t.Errorf("%d dropped for age", dropped)
	}
}

func TestWhereTheSecretMayGo(t *testing.T) {
	for address, want := range map[string]string{
		"https://warranty.example":       "https://warranty.example/api/agent/discoveries",
		"https://warranty.example/base/": "https://warranty.example/base/api/agent/discoveries",
		"http://localhost:3000":          "http://localhost:3000/api/agent/discoveries",
		"http://127.0.0.1:3000":          "http://127.0.0.1:3000/api/agent/discoveries",
		"http://[::1]:3000":              "http://[::1]:3000/api/agent/discoveries",
	} {
		if server, err := ParseServer(address, false); err != nil || server.String() != want {
			t.Errorf("%s gave %v, %v", address, server, err)
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

func TestAnotherServersCertificateIsNotTrusted(t *testing.T) {
	scene := newScene(t, answer(200, receipt))
	server := httptest.NewUnstartedServer(scene.standIn)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	uploader := scene.uploader(t, server.URL)
	uploader.Tries = 1
	if _, err := uploader.Send(t.Context(), body); err == nil || scene.calls != 0 {
		t.Errorf("it was sent: %v", err)
	}
}
