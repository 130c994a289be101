package identify

import (
	"cmp"
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

// RedfishPort is the port on which management controllers serve Redfish.
const RedfishPort = 443

const (
	redfishTimeout  = 3 * time.Second
	maxRedfishBytes = 64 * 1024
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

var errNotRedfish = errors.New("not a Redfish service")

// QueryRedfish requests the service root of a management controller, which needs no login. The request contains nothing
// confidential, so the certificate, which is almost always self-signed, is not verified.
func QueryRedfish(ctx context.Context, local netip.Addr, remote netip.AddrPort) (Identity, error) {
	ctx, cancel := context.WithTimeout(ctx, redfishTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("https://%s/redfish/v1/", remote), nil)
	if err != nil {
		return Identity{}, err
	}
	request.Header.Set("Accept", "application/json")
	response, err := redfishClient(local).Do(request)
	if err != nil {
		return Identity{}, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return Identity{}, errNotRedfish
	}
	return parseRedfish(io.LimitReader(response.Body, maxRedfishBytes))
}

func redfishClient(local netip.Addr) *http.Client {
	return &http.Client{
		Transport: &http.Transport{
			DialContext:            dialerFrom(local).DialContext,
			DisableKeepAlives:      true,
			TLSHandshakeTimeout:    redfishTimeout / 2,
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
	// Other devices may return unrelated JSON for any path.
	if root.RedfishVersion == "" {
		return Identity{}, errNotRedfish
	}
	identity := Identity{Manufacturer: root.Vendor, Model: root.Product, UUID: root.UUID}
	if tag := strings.ToUpper(strings.TrimSpace(root.Oem.Dell.ServiceTag)); tag != "" {
		identity.Serial = tag
		identity.Manufacturer = cmp.Or(identity.Manufacturer, "Dell")
	}
	identity.Source = "redfish"
	return identity.clean(), nil
}
