package upload

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"time"
)

const path = "/api/agent/discoveries"

// ParseServer reads the address of the server. The secret travels with every scan, so it must be encrypted; plain http
// serves only this machine itself, or a private network where the caller says so.
func ParseServer(text string, insecureHTTP bool) (*url.URL, error) {
	server, err := url.Parse(text)
	if err != nil || server.Host == "" || server.User != nil || server.RawQuery != "" || server.Fragment != "" {
		return nil, fmt.Errorf("%q is not the address of a server; it looks like https://warranty.example.com", text)
	}
	switch server.Scheme {
	case "https":
	case "http":
		if err := plainAllowed(server.Hostname(), insecureHTTP); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("%q is not the address of a server; it begins with https://", text)
	}
	server.Path = strings.TrimSuffix(server.Path, "/") + path
	return server, nil
}

func plainAllowed(host string, insecureHTTP bool) error {
	if host == "localhost" {
		return nil
	}
	address, err := netip.ParseAddr(host)
	if err == nil && address.IsLoopback() {
		return nil
	}
	if !insecureHTTP {
		return errors.New("plain http would show the agent secret to everybody on the way; use https:// " +
			"(or --insecure-http with the IP address of a server in your own network)")
	}
	// A name could lead anywhere by the time it is used.
	if err != nil || !address.IsPrivate() && !address.IsLinkLocalUnicast() {
		return errors.New("--insecure-http works only with a private IP address, such as http://10.0.0.5:3000")
	}
	return nil
}

// Client never follows a redirect: the secret goes to the server that was named and nowhere else.
func Client(caFile string) (*http.Client, error) {
	transport := &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
		TLSHandshakeTimeout:   10 * time.Second,
		ResponseHeaderTimeout: 30 * time.Second,
		ForceAttemptHTTP2:     true,
	}
	if caFile != "" {
		pem, err := os.ReadFile(caFile)
		if err != nil {
			return nil, fmt.Errorf("could not read --ca-file: %w", err)
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("%s holds no certificate in PEM form", caFile)
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
	}
	return &http.Client{
		Transport:     transport,
		Timeout:       2 * time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}, nil
}

func pause(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
