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

func run(ctx context.Context, chosen options) error {
	delivery, err := prepareDelivery(chosen)
	if err != nil {
		return usageError{err}
	}
	targets, err := plan(chosen)
	if err != nil {
		return err
	}
	if chosen.dryRun {
		printPlan(chosen, targets)
		return nil
	}
	folder, err := stateFolder(chosen.spool)
	if err != nil {
		return err
	}
	info := report.AgentInfo{
		AgentID: agentID(chosen, folder), Platform: report.Platform(runtime.GOOS), Hostname: hostname(), Version: report.Version,
	}
	found, err := scanNow(ctx, chosen, targets, info)
	if err != nil {
		return err
	}
	body, err := json.Marshal(found)
	if err != nil {
		return err
	}
	if err := keep(chosen, found, body); err != nil {
		return err
	}
	if delivery == nil {
		return nil
	}
	return deliver(ctx, delivery, folder, found, body)
}

func prepareDelivery(chosen options) (*upload.Uploader, error) {
	if chosen.noUpload {
		return nil, nil
	}
	if chosen.server == "" {
		return nil, errors.New("--server is needed, such as --server https://warranty.example.com; or use --no-upload")
	}
	server, err := upload.ParseServer(chosen.server, chosen.insecureHTTP)
	if err != nil {
		return nil, err
	}
	if chosen.dryRun {
		return nil, nil
	}
	secret, err := readSecret(chosen)
	if err != nil {
		return nil, err
	}
	client, err := upload.Client(chosen.caFile)
	if err != nil {
		return nil, err
	}
	if server.Scheme == "http" && chosen.insecureHTTP {
		logf("Warning: the secret and the scan go to %s unencrypted.", server.Host)
	}
	return upload.New(server, secret, client, report.Version, logf), nil
}

func plan(chosen options) ([]scan.Target, error) {
	attached, err := scan.AttachedNetworks()
	if err != nil {
		return nil, err
	}
	targets, notes, err := scan.Plan(attached, chosen.choice)
	if err != nil {
		return nil, usageError{err}
	}
	for _, note := range notes {
		logf("Left out: %s.", note)
	}
	if len(targets) == 0 {
		return nil, errNoNetwork
	}
	return targets, nil
}

func printPlan(chosen options, targets []scan.Target) {
	total := 0
	for _, target := range targets {
		fmt.Printf("%s on %s (own address %s): %d addresses\n", target.Subnet, target.Interface, target.Own, len(target.Addresses))
		total += len(target.Addresses)
	}
	fmt.Printf("Ports: %v\n", chosen.ports)
	fmt.Printf("At most %d connects to %d addresses, %d per second. No byte is sent to an open port", total*len(chosen.ports), total, chosen.rate)
	if chosen.noIdentify {
		fmt.Println(".")
	} else {
		fmt.Printf(", except one question for its identity on port %d.\n", identify.RedfishPort)
	}
	if chosen.noUpload {
		fmt.Println("Nothing would be sent to a server.")
	} else {
		fmt.Printf("The scan would be sent to %s.\n", chosen.server)
	}
}

func scanNow(ctx context.Context, chosen options, targets []scan.Target, info report.AgentInfo) (report.Scan, error) {
	limited, cancel := context.WithTimeout(ctx, chosen.maxDuration)
	defer cancel()
	for _, target := range targets {
		logf("Scanning %s on %s: %d addresses, %d ports.", target.Subnet, target.Interface, len(target.Addresses), len(chosen.ports))
	}
	begun := time.Now()
	config := scan.Config{Ports: chosen.ports, Rate: chosen.rate, Thorough: chosen.thorough}
	collector := identify.NewCollector(ownAddress(targets))
	if !chosen.noIdentify {
		config.Found, config.Inspect, config.InspectPort = collector.AskName, collector.AskIdentity, identify.RedfishPort
	}
	local := make(chan identify.Identity, 1)
	go func() { local <- identify.Local() }()
	hosts, err := scan.Run(limited, targets, config)
	if limited.Err() != nil && ctx.Err() == nil {
		return report.Scan{}, errTooLong
	}
	if err != nil {
		return report.Scan{}, fmt.Errorf("the scan failed: %w", err)
	}
	found := report.New(info, begun, devices(hosts, collector, <-local))
	logf("Found %s in %.1f s.", summary(found), time.Since(begun).Seconds())
	return found, nil
}

// A connection must leave by the network that its target is in.
func ownAddress(targets []scan.Target) func(netip.Addr) netip.Addr {
	return func(address netip.Addr) netip.Addr {
		for _, target := range targets {
			if target.Subnet.Contains(address) {
				return target.Own
			}
		}
		return netip.IPv4Unspecified()
	}
}

func summary(found report.Scan) string {
	ports, serials := 0, 0
	for _, device := range found.Devices {
		ports += len(device.OpenPorts)
		if device.Serial != "" {
			serials++
		}
	}
	return fmt.Sprintf("%d devices with %d open ports and %d serial numbers", found.TotalDevices, ports, serials)
}

// keep leaves the scan with the caller where that was asked for.
func keep(chosen options, found report.Scan, body []byte) error {
	if chosen.saveLocal.set {
		name := chosen.saveLocal.name
		if name == "" {
			name = scanName(found) + ".json"
		}
		if err := upload.WriteFile(name, append(body, '\n')); err != nil {
			return fmt.Errorf("could not keep the scan: %w", err)
		}
		logf("Kept as %s.", name)
	} else if chosen.noUpload {
		_, err := os.Stdout.Write(append(body, '\n'))
		return err
	}
	return nil
}

func deliver(ctx context.Context, uploader *upload.Uploader, folder string, found report.Scan, body []byte) error {
	spool, err := upload.OpenSpool(folder)
	if err != nil {
		return err
	}
	if _, err := spool.Put(scanName(found), body); err != nil {
		return fmt.Errorf("could not write the scan down before sending it: %w", err)
	}
	_, err = uploader.Deliver(ctx, spool)
	if errors.Is(err, upload.ErrUndelivered) || errors.Is(err, upload.ErrSecret) || errors.Is(err, upload.ErrAddress) {
		logf("The scan is kept in %s and goes along with the next one.", folder)
	}
	return err
}
