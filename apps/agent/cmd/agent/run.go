package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"runtime"
	"time"

	"it-warranty-lookup/agent/internal/identify"
	"it-warranty-lookup/agent/internal/report"
	"it-warranty-lookup/agent/internal/scan"
	"it-warranty-lookup/agent/internal/upload"
)

func run(ctx context.Context, opts options) error {
	uploader, err := newUploader(opts)
	if err != nil {
		return usageError{err}
	}
	targets, err := planScan(opts)
	if err != nil {
		return err
	}
	if opts.dryRun {
		printPlan(opts, targets)
		return nil
	}
	dir, err := stateDir(opts.spool)
	if err != nil {
		return err
	}
	info := report.AgentInfo{
		AgentID: agentID(opts, dir), Platform: report.Platform(runtime.GOOS), Hostname: hostname(), Version: report.Version,
	}
	result, err := runScan(ctx, opts, targets, info)
	if err != nil {
		return err
	}
	body, err := json.Marshal(result)
	if err != nil {
		return err
	}
	if err := writeLocal(opts, result, body); err != nil {
		return err
	}
	if uploader == nil {
		return nil
	}
	return deliver(ctx, uploader, dir, result, body)
}

// newUploader returns nil if the options disable the upload.
func newUploader(opts options) (*upload.Uploader, error) {
	if opts.noUpload {
		return nil, nil
	}
	if opts.server == "" {
		return nil, errors.New("--server is required, for example --server https://warranty.example.com; or use --no-upload")
	}
	server, err := upload.ParseServer(opts.server, opts.insecureHTTP)
	if err != nil {
		return nil, err
	}
	if opts.dryRun {
		return nil, nil
	}
	secret, err := readSecret(opts)
	if err != nil {
		return nil, err
	}
	client, err := upload.NewClient(opts.caFile)
	if err != nil {
		return nil, err
	}
	if server.Scheme == "http" && opts.insecureHTTP {
		logf("Warning: the secret and the scan are sent to %s unencrypted.", server.Host)
	}
	return upload.New(server, secret, client, report.Version, logf), nil
}

func planScan(opts options) ([]scan.Target, error) {
	networks, err := scan.ConnectedNetworks()
	if err != nil {
		return nil, err
	}
	targets, skipped, err := scan.Plan(networks, opts.selection)
	if err != nil {
		return nil, usageError{err}
	}
	for _, reason := range skipped {
		logf("Skipped: %s.", reason)
	}
	if len(targets) == 0 {
		return nil, errNoNetwork
	}
	return targets, nil
}

func printPlan(opts options, targets []scan.Target) {
	total := 0
	for _, target := range targets {
		fmt.Printf("%s on %s (local address %s): %d addresses\n", target.Subnet, target.Interface, target.LocalAddress, len(target.Addresses))
		total += len(target.Addresses)
	}
	fmt.Printf("Ports: %v\n", opts.ports)
	fmt.Printf("At most %d connections to %d addresses, %d per second. No data is sent to open ports", total*len(opts.ports), total, opts.rate)
	if opts.noIdentify {
		fmt.Println(".")
	} else {
		fmt.Printf(", except one identification request to port %d.\n", identify.RedfishPort)
	}
	if opts.noUpload {
		fmt.Println("The scan would not be sent to a server.")
	} else {
		fmt.Printf("The scan would be sent to %s.\n", opts.server)
	}
}

func runScan(ctx context.Context, opts options, targets []scan.Target, info report.AgentInfo) (report.Scan, error) {
	scanCtx, cancel := context.WithTimeout(ctx, opts.maxDuration)
	defer cancel()
	for _, target := range targets {
		logf("Scanning %s on %s: %d addresses, %d ports.", target.Subnet, target.Interface, len(target.Addresses), len(opts.ports))
	}
	startedAt := time.Now()
	config := scan.Config{Ports: opts.ports, Rate: opts.rate, Thorough: opts.thorough}
	collector := identify.NewCollector(localAddressFunc(targets))
	if !opts.noIdentify {
		config.OnFound, config.Inspect, config.InspectPort = collector.LookupName, collector.QueryIdentity, identify.RedfishPort
	}
	local := make(chan identify.Identity, 1)
	go func() { local <- identify.Local() }()
	hosts, err := scan.Run(scanCtx, targets, config)
	if scanCtx.Err() != nil && ctx.Err() == nil {
		return report.Scan{}, errTimeout
	}
	if err != nil {
		return report.Scan{}, fmt.Errorf("the scan failed: %w", err)
	}
	result := report.New(info, startedAt, buildDevices(hosts, collector, <-local))
	logf("Found %s in %.1f s.", summarize(result), time.Since(startedAt).Seconds())
	return result, nil
}

// localAddressFunc returns a function that finds the source address for a connection. Binding to it keeps the
// connection on the network of its target.
func localAddressFunc(targets []scan.Target) func(netip.Addr) netip.Addr {
	return func(address netip.Addr) netip.Addr {
		for _, target := range targets {
			if target.Subnet.Contains(address) {
				return target.LocalAddress
			}
		}
		return netip.IPv4Unspecified()
	}
}

func summarize(result report.Scan) string {
	ports, serials := 0, 0
	for _, device := range result.Devices {
		ports += len(device.OpenPorts)
		if device.Serial != "" {
			serials++
		}
	}
	return fmt.Sprintf("%d devices with %d open ports and %d serial numbers", result.TotalDevices, ports, serials)
}

// writeLocal saves or prints the scan as requested by --save-local and --no-upload.
func writeLocal(opts options, result report.Scan, body []byte) error {
	if opts.saveLocal.set {
		name := opts.saveLocal.name
		if name == "" {
			name = scanName(result) + ".json"
		}
		if err := upload.WriteFile(name, append(body, '\n')); err != nil {
			return fmt.Errorf("failed to save the scan: %w", err)
		}
		logf("Saved to %s.", name)
	} else if opts.noUpload {
		_, err := os.Stdout.Write(append(body, '\n'))
		return err
	}
	return nil
}

func deliver(ctx context.Context, uploader *upload.Uploader, dir string, result report.Scan, body []byte) error {
	spool, err := upload.OpenSpool(dir)
	if err != nil {
		return err
	}
	if err := spool.Put(scanName(result), body); err != nil {
		return fmt.Errorf("failed to save the scan before sending it: %w", err)
	}
	err = uploader.Deliver(ctx, spool)
	if errors.Is(err, upload.ErrUndelivered) || errors.Is(err, upload.ErrSecretRejected) || errors.Is(err, upload.ErrWrongServer) {
		logf("The scan is saved in %s and will be sent with the next one.", dir)
	}
	return err
}
