package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/netip"
	"regexp"
	"strconv"
	"strings"
	"time"

	"it-warranty-lookup/agent/internal/report"
	"it-warranty-lookup/agent/internal/scan"
)

const help = "network_agent v" + report.Version + `: discovers the devices on your network and sends them to the warranty server

Usage: network_agent --server URL [options]          (Linux: with sudo; Windows: as Administrator)

  --server URL              server URL, for example https://warranty.example.com
  --agent-secret SECRET     agent secret; other users of this machine can see it in the process list,
                            so prefer the AGENT_SECRET environment variable or --agent-secret-file
  --agent-secret-file FILE  read the secret from a file that only you can read, or from standard input (-)
  --agent-id NAME           name of this agent in the list of scans (default: based on the host name)
  --save-local[=FILE]       also save the scan to a file in the current directory
  --no-upload               do not send the scan; print it unless --save-local is set
  --help                    show this help

Scan options:
  --subnet CIDR[,CIDR]      scan only these parts of the connected networks
  --exclude CIDR[,CIDR]     do not scan these addresses
  --allow-range CIDR        allow a network larger than a /22, up to a /16
  --ports LIST              ports to scan, for example 22,80,8000-8010 (default: 20 common ports)
  --rate N                  maximum connections per second, up to 1000 (default 1000)
  --thorough                retry silent addresses on reliable networks too; adds about 3 seconds per 254 addresses
  --no-identify             do not query reverse DNS or management controllers (port 443)
  --max-duration DURATION   stop after this time (default 30m)
  --dry-run                 print what would be scanned and where it would be sent, then exit

Upload options:
  --spool DIR               directory for scans that have not been delivered yet
  --ca-file FILE            trust the certificate authority in this PEM file
  --insecure-http           allow http:// to a private IP address; the secret is sent unencrypted
  --version                 show the version

Exit codes: 0 success, 1 failed, 2 invalid options, 3 no network to scan, 4 not delivered yet (the scan is saved and sent
with the next one), 5 secret rejected, 6 rejected by the server, 7 --max-duration exceeded, 130 interrupted
`

type options struct {
	server, secret, secretFile, agentID, spool, caFile string
	saveLocal                                          optionalFile
	noUpload, dryRun, thorough, noIdentify             bool
	insecureHTTP, showVersion                          bool
	selection                                          scan.Selection
	ports                                              []uint16
	rate                                               int
	maxDuration                                        time.Duration
}

// optionalFile is a boolean flag that also accepts a file name.
type optionalFile struct {
	set  bool
	name string
}

func (f *optionalFile) String() string   { return f.name }
func (f *optionalFile) IsBoolFlag() bool { return true }
func (f *optionalFile) Set(text string) error {
	// Without a value, the flag package passes "true".
	enabled, err := strconv.ParseBool(text)
	f.set = err != nil || enabled
	if err != nil {
		f.name = text
	}
	return nil
}

var agentIDPattern = regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{N} ._:@-]{0,99}$`)

func parseOptions(args []string) (options, error) {
	opts := options{ports: scan.DefaultPorts}
	flags := flag.NewFlagSet("network_agent", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&opts.server, "server", "", "")
	flags.StringVar(&opts.secret, "agent-secret", "", "")
	flags.StringVar(&opts.secretFile, "agent-secret-file", "", "")
	flags.StringVar(&opts.agentID, "agent-id", "", "")
	flags.Var(&opts.saveLocal, "save-local", "")
	flags.BoolVar(&opts.noUpload, "no-upload", false, "")
	flags.BoolVar(&opts.dryRun, "dry-run", false, "")
	flags.BoolVar(&opts.thorough, "thorough", false, "")
	flags.BoolVar(&opts.noIdentify, "no-identify", false, "")
	flags.BoolVar(&opts.insecureHTTP, "insecure-http", false, "")
	flags.BoolVar(&opts.showVersion, "version", false, "")
	flags.StringVar(&opts.spool, "spool", "", "")
	flags.StringVar(&opts.caFile, "ca-file", "", "")
	flags.IntVar(&opts.rate, "rate", scan.MaxPerSecond, "")
	flags.DurationVar(&opts.maxDuration, "max-duration", 30*time.Minute, "")
	flags.Func("subnet", "", appendPrefixes(&opts.selection.Subnets))
	flags.Func("exclude", "", appendPrefixes(&opts.selection.Exclude))
	flags.Func("allow-range", "", appendPrefixes(&opts.selection.AllowedRanges))
	flags.Func("ports", "", func(text string) (err error) {
		opts.ports, err = scan.ParsePorts(text)
		return err
	})
	if err := flags.Parse(args); err != nil {
		return options{}, err
	}
	return opts, opts.validate(flags.Args())
}

func (opts options) validate(args []string) error {
	switch {
	case len(args) > 0:
		return fmt.Errorf("unexpected argument %q; run with --help to list the options", args[0])
	case opts.rate < 1 || opts.rate > scan.MaxPerSecond:
		return fmt.Errorf("--rate must be between 1 and %d", scan.MaxPerSecond)
	case opts.maxDuration <= 0:
		return errors.New("--max-duration must be a positive duration, for example 10m")
	case opts.agentID != "" && !agentIDPattern.MatchString(opts.agentID):
		return errors.New("--agent-id must start with a letter or digit and contain up to 100 letters, digits, spaces and . _ : @ -")
	}
	return nil
}

// appendPrefixes returns a flag function that parses networks and single addresses.
func appendPrefixes(prefixes *[]netip.Prefix) func(string) error {
	return func(text string) error {
		for part := range strings.SplitSeq(text, ",") {
			part = strings.TrimSpace(part)
			prefix, err := netip.ParsePrefix(part)
			if err != nil {
				address, addressErr := netip.ParseAddr(part)
				if addressErr != nil {
					return fmt.Errorf("%q is not an IP address or a network such as 10.0.0.0/24", part)
				}
				prefix = netip.PrefixFrom(address, address.BitLen())
			}
			*prefixes = append(*prefixes, prefix.Masked())
		}
		return nil
	}
}
