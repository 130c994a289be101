package scan

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"os"
	"syscall"
	"testing"
	"time"
)

var loopback = netip.MustParseAddr("127.0.0.1")

func TestConnectSendsNothing(t *testing.T) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := netip.MustParseAddrPort(listener.Addr().String()).Port()
	received := make(chan int)
	go func() {
		connection, err := listener.Accept()
		if err != nil {
			return
		}
		count, _ := connection.Read(make([]byte, 1))
		received <- count
	}()
	if got := connect(t.Context(), loopback, loopback, port, time.Second); got != open {
		t.Errorf("listening port: got %v", got)
	}
	if count := <-received; count != 0 {
		t.Error("data was sent")
	}
	listener.Close()
	if got := connect(t.Context(), loopback, loopback, port, time.Second); got != closed {
		t.Errorf("closed port: got %v", got)
	}
}

func TestClassify(t *testing.T) {
	wrap := func(code syscall.Errno) error {
		return &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", code)}
	}
	for _, code := range refusedErrors {
		if classify(wrap(code)) != closed {
			t.Errorf("%d is not classified as closed", code)
		}
	}
	for _, code := range unreachableErrors {
		if classify(wrap(code)) != unreachable {
			t.Errorf("%d is not classified as unreachable", code)
		}
	}
	if classify(fmt.Errorf("dial: %w", context.DeadlineExceeded)) != silent {
		t.Error("a timeout is not classified as silent")
	}
}

func TestLimiterNeverExceedsRate(t *testing.T) {
	const rate = 1000
	limiter := newLimiter(rate)
	var times []time.Time
	take := func(count int) {
		for range count {
			if err := limiter.wait(t.Context()); err != nil {
				t.Fatal(err)
			}
			times = append(times, time.Now())
		}
	}
	take(300)
	// Time that was not used during a pause must not cause a burst.
	limiter.mu.Lock()
	limiter.next = limiter.next.Add(-10 * time.Second)
	limiter.mu.Unlock()
	take(900)
	first := 0
	for last, at := range times {
		for at.Sub(times[first]) >= time.Second {
			first++
		}
		if inWindow := last - first + 1; inWindow > rate {
			t.Fatalf("%d connections within one second", inWindow)
		}
	}
}

func TestLimiterStopsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	limiter := newLimiter(1)
	cancel()
	for range 3 {
		if limiter.wait(ctx) == nil {
			t.Fatal("wait ignored the context")
		}
	}
}
