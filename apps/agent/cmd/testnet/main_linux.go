// Testnet plays the devices of a network made of namespaces: it listens in each on the given ports, and answers on port
// 443 as a web page or as a management controller. Part of the tests; never shipped.
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
	// The service root of its management controller, where it has one.
	Redfish json.RawMessage
}

// Package syscall does not name it.
var setns = map[string]uintptr{"amd64": 308, "arm64": 268}[runtime.GOARCH]

func main() {
	var hosts []host
	if err := json.NewDecoder(os.Stdin).Decode(&hosts); err != nil {
		log.Fatal(err)
	}
	certificate := selfSigned()
	for _, each := range hosts {
		for _, listener := range listeners(each) {
			if listener.Addr().(*net.TCPAddr).Port == 443 {
				go serve(tls.NewListener(listener, &tls.Config{Certificates: []tls.Certificate{certificate}}), each.Redfish)
			} else {
				go accept(listener)
			}
		}
	}
	fmt.Println("ready")
	select {}
}

// listeners opens the ports from a thread that has moved into the namespace; a socket stays where it was made.
func listeners(each host) []net.Listener {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	home := openNamespace("/proc/thread-self/ns/net")
	defer home.Close()
	defer enter(home)
	there := openNamespace("/run/netns/" + each.Namespace)
	defer there.Close()
	enter(there)
	var all []net.Listener
	for _, port := range each.Ports {
		listener, err := net.Listen("tcp4", fmt.Sprintf(":%d", port))
		if err != nil {
			log.Fatal(err)
		}
		all = append(all, listener)
	}
	return all
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

// accept says what it was sent: a scan must send nothing.
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
		// A connection that is dropped before the handshake is what a scan looks like.
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
