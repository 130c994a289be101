package identify

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"
)

var loopback = netip.MustParseAddr("127.0.0.1")

func query(t *testing.T, handler http.HandlerFunc) (Identity, error) {
	t.Helper()
	server := httptest.NewTLSServer(handler)
	t.Cleanup(server.Close)
	return QueryRedfish(t.Context(), loopback, netip.MustParseAddrPort(server.Listener.Addr().String()))
}

func reply(body string) http.HandlerFunc {
	return func(response http.ResponseWriter, _ *http.Request) { fmt.Fprint(response, body) }
}

func TestRedfishReportsServiceTag(t *testing.T) {
	identity, err := query(t, func(response http.ResponseWriter, request *http.Request) {
		if request.URL.Path != "/redfish/v1/" || request.Method != http.MethodGet || len(request.Header["Authorization"]) > 0 {
			t.Errorf("unexpected request %s %s", request.Method, request.URL)
		}
		fmt.Fprint(response, `{"RedfishVersion": "1.17.0", "Vendor": "Dell", "Product": "Integrated Dell Remote Access Controller",
			"Oem": {"Dell": {"ServiceTag": "5tq8r14", "IsBranded": 0}}}`)
	})
	want := Identity{"Dell", "Integrated Dell Remote Access Controller", "5TQ8R14", "redfish", ""}
	if err != nil || identity != want {
		t.Errorf("got %+v, %v", identity, err)
	}
}

func TestRedfishWithoutServiceTag(t *testing.T) {
	identity, err := query(t, reply(`{"RedfishVersion": "1.6.0", "Vendor": "HPE", "Oem": {}, "UUID": "92384634-2938-2342-8820-489239905423"}`))
	want := Identity{Manufacturer: "HPE", UUID: "92384634-2938-2342-8820-489239905423"}
	if err != nil || identity != want {
		t.Errorf("got %+v, %v", identity, err)
	}
}

func TestRedfishIgnoresOtherReplies(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"HTML page":   reply("<html>"),
		"other JSON":  reply(`{"Vendor": "Dell", "Oem": {"Dell": {"ServiceTag": "5TQ8R14"}}}`),
		"list":        reply(`[1, 2]`),
		"wrong types": reply(`{"RedfishVersion": 1, "Vendor": {}}`),
		"too long":    reply(`{"RedfishVersion": "1", "Vendor": "` + strings.Repeat("x", maxRedfishBytes) + `"}`),
		"not found":   http.NotFound,
		"redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://127.0.0.1:1/", http.StatusFound)
		},
	} {
		t.Run(name, func(t *testing.T) {
			if identity, err := query(t, handler); err == nil {
				t.Errorf("got %+v", identity)
			}
		})
	}
}

// A device that accepts the connection and never replies must not delay the scan.
func TestRedfishTimeout(t *testing.T) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	start := time.Now()
	if _, err := QueryRedfish(t.Context(), loopback, netip.MustParseAddrPort(listener.Addr().String())); err == nil {
		t.Error("a silent device has an identity")
	}
	if elapsed := time.Since(start); elapsed > redfishTimeout {
		t.Errorf("took %s", elapsed)
	}
}
