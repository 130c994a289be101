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

func ask(t *testing.T, handler http.HandlerFunc) (Identity, error) {
	t.Helper()
	server := httptest.NewTLSServer(handler)
	t.Cleanup(server.Close)
	return Redfish(t.Context(), loopback, netip.MustParseAddrPort(server.Listener.Addr().String()))
}

func text(body string) http.HandlerFunc {
	return func(response http.ResponseWriter, _ *http.Request) { fmt.Fprint(response, body) }
}

func TestRedfishTellsTheServiceTag(t *testing.T) {
	identity, err := ask(t, func(response http.ResponseWriter, request *http.Request) {
		if request.URL.Path != "/redfish/v1/" || request.Method != http.MethodGet || len(request.Header["Authorization"]) > 0 {
			t.Errorf("asked %s %s", request.Method, request.URL)
		}
		fmt.Fprint(response, `{"RedfishVersion": "1.17.0", "Vendor": "Dell", "Product": "Integrated Dell Remote Access Controller",
			"Oem": {"Dell": {"ServiceTag": "5tq8r14", "IsBranded": 0}}}`)
	})
	want := Identity{"Dell", "Integrated Dell Remote Access Controller", "5TQ8R14", "redfish", ""}
	if err != nil || identity != want {
		t.Errorf("got %+v, %v", identity, err)
	}
}

func TestRedfishWithoutATag(t *testing.T) {
	identity, err := ask(t, text(`{"RedfishVersion": "1.6.0", "Vendor": "HPE", "Oem": {}, "UUID": "92384634-2938-2342-8820-489239905423"}`))
	want := Identity{Manufacturer: "HPE", UUID: "92384634-2938-2342-8820-489239905423"}
	if err != nil || identity != want {
		t.Errorf("got %+v, %v", identity, err)
	}
}

func TestOtherAnswersAreNoIdentity(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"a page":       text("<html>"),
		"some JSON":    text(`{"Vendor": "Dell", "Oem": {"Dell": {"ServiceTag": "5TQ8R14"}}}`),
		"a list":       text(`[1, 2]`),
		"odd types":    text(`{"RedfishVersion": 1, "Vendor": {}}`),
		"endless JSON": text(`{"RedfishVersion": "1", "Vendor": "` + strings.Repeat("x", redfishSize) + `"}`),
		"not found":    http.NotFound,
		"to be sent to a spy": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://127.0.0.1:1/", http.StatusFound)
		},
	} {
		t.Run(name, func(t *testing.T) {
			if identity, err := ask(t, handler); err == nil {
				t.Errorf("got %+v", identity)
			}
		})
	}
}

// A device that accepts the connection and then says nothing must not hold up the scan.
func TestRedfishGivesUp(t *testing.T) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	begun := time.Now()
	if _, err := Redfish(t.Context(), loopback, netip.MustParseAddrPort(listener.Addr().String())); err == nil {
		t.Error("silence gave an identity")
	}
	if took := time.Since(begun); took > redfishWait {
		t.Errorf("it took %s", took)
	}
}
