package identify

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"time"
)

// RedfishPort is where management controllers of servers answer.
const RedfishPort = 443

const (
	redfishWait = 3 * time.Second
	redfishSize = 64 * 1024
)

type redfishRoot struct {
	RedfishVersion string
	Vendor         string
	Product        string
	UUID           string
	Oem            struct {
		Dell struct{ ServiceTag string }
	}
}

var errNoRedfish = errors.New("no Redfish service")

// Redfish asks a management controller for its service root, the one page that it shows without a login. Nothing of
// ours is sent along, so its certificate, which is nearly always its own, need not be known.
func Redfish(ctx context.Context, from netip.Addr, to netip.AddrPort) (Identity, error) {
	ctx, cancel := context.WithTimeout(ctx, redfishWait)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("https://%s/redfish/v1/", to), nil)
	if err != nil {
		return Identity{}, err
	}
	request.Header.Set("Accept", "application/json")
	response, err := redfishClient(from).Do(request)
	if err != nil {
		return Identity{}, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return Identity{}, errNoRedfish
	}
	return parseRedfish(io.LimitReader(response.Body, redfishSize))
}

func redfishClient(from netip.Addr) *http.Client {
	return &http.Client{
		Transport: &http.Transport{
			DialContext:            dialerFrom(from).DialContext,
			DisableKeepAlives:      true,
			TLSHandshakeTimeout:    redfishWait / 2,
			MaxResponseHeaderBytes: 16 * 1024,
			TLSClientConfig:        &tls.Config{InsecureSkipVerify: true, MinVersion: tls.VersionTLS12},
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func parseRedfish(body io.Reader) (Identity, error) {
	var root redfishRoot
	if err := json.NewDecoder(body).Decode(&root); err != nil {
		return Identity{}, err
	}
	// Any device may answer any path with some JSON.
	if root.RedfishVersion == "" {
		return Identity{}, errNoRedfish
	}
	identity := Identity{Manufacturer: root.Vendor, Model: root.Product, UUID: root.UUID}
	if tag := strings.ToUpper(strings.TrimSpace(root.Oem.Dell.ServiceTag)); tag != "" {
		identity.Serial = tag
		if identity.Manufacturer == "" {
			identity.Manufacturer = "Dell"
		}
	}
	identity.Source = "redfish"
	return identity.clean(), nil
}
