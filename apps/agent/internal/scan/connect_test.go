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

func TestConnectTellsOpenFromRefusedAndSendsNothing(t *testing.T) {
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
		t.Errorf("a listener gave %v", got)
	}
	if count := <-received; count != 0 {
		t.Error("a byte was sent")
	}
	listener.Close()
	if got := connect(t.Context(), loopback, loopback, port, time.Second); got != refused {
		t.Errorf("nobody there gave %v", got)
	}
}

func TestErrorsOfConnect(t *testing.T) {
	wrap := func(code syscall.Errno) error {
		return &net.OpError{Op: "dial", Err: os.NewSyscallError("connect", code)}
	}
	for _, code := range refusedErrors {
		if classify(wrap(code)) != refused {
			t.Errorf("%d is not seen as refused", code)
		}
	}
	for _, code := range unreachableErrors {
		if classify(wrap(code)) != unreachable {
			t.Errorf("%d is not seen as unreachable", code)
		}
	}
	if classify(fmt.Errorf("dial: %w", context.DeadlineExceeded)) != silent {
		t.Error("a time-out is not silence")
	}
}

func TestPacerKeepsEverySecondUnderTheRate(t *testing.T) {
	const rate = 1000
	pacer := NewPacer(rate)
	var moments []time.Time
	take := func(count int) {
		for range count {
			if err := pacer.Wait(t.Context()); err != nil {
				t.Fatal(err)
			}
			moments = append(moments, time.Now())
		}
	}
	take(300)
	// A pause must not be saved up for a burst.
	pacer.mutex.Lock()
	pacer.next = pacer.next.Add(-10 * time.Second)
	pacer.mutex.Unlock()
	take(900)
	first := 0
	for last, moment := range moments {
		for moment.Sub(moments[first]) >= time.Second {
			first++
		}
		if inWindow := last - first + 1; inWindow > rate {
			t.Fatalf("%d connects within one second", inWindow)
		}
	}
}

func TestPacerEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	pacer := NewPacer(1)
	cancel()
	for range 3 {
		if pacer.Wait(ctx) == nil {
			t.Fatal("it went on")
		}
	}
}
