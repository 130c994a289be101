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

const uploadPath = "/api/agent/discoveries"

// ParseServer validates the server URL and returns the upload URL. Every upload contains the secret, so plain http is
// allowed only for this machine, or for a private address if insecureHTTP is set.
func ParseServer(text string, insecureHTTP bool) (*url.URL, error) {
	server, err := url.Parse(text)
	if err != nil || server.Host == "" || server.User != nil || server.RawQuery != "" || server.Fragment != "" {
		return nil, fmt.Errorf("%q is not a valid server URL; expected a URL such as https://warranty.example.com", text)
	}
	switch server.Scheme {
	case "https":
	case "http":
		if err := checkPlainHTTP(server.Hostname(), insecureHTTP); err != nil {
			return nil, err
		}
	default:
		return nil, fmt.Errorf("%q is not a valid server URL; it must start with https://", text)
	}
	server.Path = strings.TrimSuffix(server.Path, "/") + uploadPath
	return server, nil
}

func checkPlainHTTP(host string, insecureHTTP bool) error {
	if host == "localhost" {
		return nil
	}
	address, err := netip.ParseAddr(host)
	if err == nil && address.IsLoopback() {
		return nil
	}
	if !insecureHTTP {
		return errors.New("plain http would expose the agent secret on the network; use https:// " +
			"(or --insecure-http with the IP address of a server on your own network)")
	}
	// A host name could resolve to a public address later.
	if err != nil || !address.IsPrivate() && !address.IsLinkLocalUnicast() {
		return errors.New("--insecure-http requires a private IP address, for example http://10.0.0.5:3000")
	}
	return nil
}

// NewClient returns a client that does not follow redirects, so that the secret is only sent to the specified server.
func NewClient(caFile string) (*http.Client, error) {
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
			return nil, fmt.Errorf("failed to read --ca-file: %w", err)
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("%s does not contain a PEM certificate", caFile)
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}
	}
	return &http.Client{
		Transport:     transport,
		Timeout:       2 * time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}, nil
}

func sleep(ctx context.Context, delay time.Duration) error {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
