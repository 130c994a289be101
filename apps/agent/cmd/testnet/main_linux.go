// Command testnet simulates the devices of a network built from namespaces: it listens on the given ports in each
// namespace and serves a web page or a management controller on port 443. Used by tests only; never shipped.
package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"os"
	"runtime"
	"syscall"
	"time"
)

type host struct {
	Namespace string
	Ports     []int
	// Redfish is the service root of the management controller, or nil.
	Redfish json.RawMessage
}

// setns is the system call number, which package syscall does not define.
var setns = map[string]uintptr{"amd64": 308, "arm64": 268}[runtime.GOARCH]

func main() {
	var hosts []host
	if err := json.NewDecoder(os.Stdin).Decode(&hosts); err != nil {
		log.Fatal(err)
	}
	certificate := selfSigned()
	for _, host := range hosts {
		for _, listener := range listen(host) {
			if listener.Addr().(*net.TCPAddr).Port == 443 {
				go serve(tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{certificate}}), host.Redfish)
			} else {
				go accept(listener)
			}
		}
	}
	fmt.Println("ready")
	select {}
}

// listen opens the ports on a thread inside the namespace. A socket stays in the namespace that created it.
func listen(host host) []net.Listener {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	original := openNamespace("/proc/thread-self/ns/net")
	defer original.Close()
	defer enter(original)
	namespace := openNamespace("/run/netns/" + host.Namespace)
	defer namespace.Close()
	enter(namespace)
	var listeners []net.Listener
	for _, port := range host.Ports {
		listener, err := net.Listen("tcp4", fmt.Sprintf(":%d", port))
		if err != nil {
			log.Fatal(err)
		}
		listeners = append(listeners, listener)
	}
	return listeners
}

func openNamespace(path string) *os.File {
	file, err := os.Open(path)
	if err != nil {
		log.Fatal(err)
	}
	return file
}

func enter(file *os.File) {
	if _, _, code := syscall.RawSyscall(setns, file.Fd(), syscall.CLONE_NEWNET, 0); code != 0 {
		log.Fatal(code)
	}
}

// accept reports connections that send data. A scan must not send any.
func accept(listener net.Listener) {
	for {
		connection, err := listener.Accept()
		if err != nil {
			return
		}
		go func() {
			defer connection.Close()
			if read, _ := connection.Read(make([]byte, 1)); read > 0 {
				fmt.Printf("bytes at %s\n", connection.LocalAddr())
			}
		}()
	}
}

func serve(listener net.Listener, redfish json.RawMessage) {
	server := http.Server{
		// Scans drop connections before the TLS handshake, which would fill the log.
		ErrorLog: log.New(io.Discard, "", 0),
		Handler: http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
			if redfish == nil || request.URL.Path != "/redfish/v1/" || request.Header.Get("Authorization") != "" {
				http.NotFound(response, request)
				return
			}
			response.Header().Set("Content-Type", "application/json")
			_, _ = response.Write(redfish)
		}),
	}
	_ = server.Serve(listener)
}

func selfSigned() tls.Certificate {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		log.Fatal(err)
	}
	template := x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, &key.PublicKey, key)
	if err != nil {
		log.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}
