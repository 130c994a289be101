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

	"it-warranty-lookup/agent/internal/scan"
)

const help = `network_agent v1.2.0: finds the devices of your network and sends them to the warranty server

usage: network_agent --server URL [options]          (Linux: with sudo; Windows: as Administrator)

  --server URL              the server, such as https://warranty.example.com
  --agent-secret SECRET     proves that the scan is yours; other users of this machine can see it while the agent runs,
                            so rather set AGENT_SECRET, or use
  --agent-secret-file FILE  reads the secret from a file that only you can read, or from standard input with -
  --agent-id NAME           the name under which the scans are listed (default: the name of this machine)
  --save-local[=FILE]       also keeps the scan as a file in the current folder
  --no-upload               sends nothing; prints the scan unless --save-local is given
  --help                    this text

What is scanned
  --subnet CIDR[,CIDR]      only these parts of the attached networks
  --exclude CIDR[,CIDR]     never these addresses
  --allow-range CIDR        a network larger than a /22, up to a /16
  --ports LIST              such as 22,80,8000-8010 (default: 20 that tell devices apart)
  --rate N                  connects per second, at most 1000 (default 1000)
  --thorough                asks silent addresses again on a good link too: about 3 seconds more for each 254 addresses
  --no-identify             asks neither the name server nor management controllers (port 443) who a device is
  --max-duration TIME       gives up after this time (default 30m)
  --dry-run                 prints what would be scanned and sent where, and does neither

How it is sent
  --spool FOLDER            where scans wait while the server is away
  --ca-file FILE            trusts a server whose certificate comes from your own authority (PEM)
  --insecure-http           allows http:// to a private IP address; the secret can be read on the way
  --version                 the version of this program

ends with 0 done, 1 failed, 2 wrong options, 3 no network to scan, 4 not delivered yet (the scan is kept and goes along
with the next), 5 secret not accepted, 6 refused by the server, 7 took too long, 130 interrupted
`

type options struct {
	server, secret, secretFile, agentID, spool, caFile string
	saveLocal                                          optionalFile
	noUpload, dryRun, thorough, noIdentify             bool
	insecureHTTP, showVersion                          bool
	choice                                             scan.Choice
	ports                                              []uint16
	rate                                               int
	maxDuration                                        time.Duration
}

// optionalFile is a switch that may name a file.
type optionalFile struct {
	set  bool
	name string
}

func (file *optionalFile) String() string   { return file.name }
func (file *optionalFile) IsBoolFlag() bool { return true }
func (file *optionalFile) Set(text string) error {
	// Without a name the flag package says "true".
	isSwitch, err := strconv.ParseBool(text)
	file.set = err != nil || isSwitch
	if err != nil {
		file.name = text
	}
	return nil
}

var agentIDForm = regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{N} ._:@-]{0,99}$`)

func parseOptions(args []string) (options, error) {
	chosen := options{ports: scan.DefaultPorts}
	flags := flag.NewFlagSet("network_agent", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&chosen.server, "server", "", "")
	flags.StringVar(&chosen.secret, "agent-secret", "", "")
	flags.StringVar(&chosen.secretFile, "agent-secret-file", "", "")
	flags.StringVar(&chosen.agentID, "agent-id", "", "")
	flags.Var(&chosen.saveLocal, "save-local", "")
	flags.BoolVar(&chosen.noUpload, "no-upload", false, "")
	flags.BoolVar(&chosen.dryRun, "dry-run", false, "")
	flags.BoolVar(&chosen.thorough, "thorough", false, "")
	flags.BoolVar(&chosen.noIdentify, "no-identify", false, "")
	flags.BoolVar(&chosen.insecureHTTP, "insecure-http", false, "")
	flags.BoolVar(&chosen.showVersion, "version", false, "")
	flags.StringVar(&chosen.spool, "spool", "", "")
	flags.StringVar(&chosen.caFile, "ca-file", "", "")
	flags.IntVar(&chosen.rate, "rate", scan.MostPerSecond, "")
	flags.DurationVar(&chosen.maxDuration, "max-duration", 30*time.Minute, "")
	flags.Func("subnet", "", prefixes(&chosen.choice.Subnets))
	flags.Func("exclude", "", prefixes(&chosen.choice.Exclude))
	flags.Func("allow-range", "", prefixes(&chosen.choice.Allowed))
	flags.Func("ports", "", func(text string) (err error) {
		chosen.ports, err = scan.ParsePorts(text)
		return err
	})
	if err := flags.Parse(args); err != nil {
		return options{}, err
	}
	return chosen, chosen.check(flags.Args())
}

func (chosen options) check(rest []string) error {
	switch {
	case len(rest) > 0:
		return fmt.Errorf("%q is not an option; --help lists them", rest[0])
	case chosen.rate < 1 || chosen.rate > scan.MostPerSecond:
		return fmt.Errorf("--rate is between 1 and %d", scan.MostPerSecond)
	case chosen.maxDuration <= 0:
		return errors.New("--max-duration is a time such as 10m")
	case chosen.agentID != "" && !agentIDForm.MatchString(chosen.agentID):
		return errors.New("--agent-id has up to 100 letters, digits, spaces and . _ : @ -")
	}
	return nil
}

// prefixes reads networks and single addresses.
func prefixes(into *[]netip.Prefix) func(string) error {
	return func(text string) error {
		for part := range strings.SplitSeq(text, ",") {
			part = strings.TrimSpace(part)
			prefix, err := netip.ParsePrefix(part)
			if err != nil {
				address, addressErr := netip.ParseAddr(part)
				if addressErr != nil {
					return fmt.Errorf("%q is neither a network such as 10.0.0.0/24 nor an address", part)
				}
				prefix = netip.PrefixFrom(address, address.BitLen())
			}
			*into = append(*into, prefix.Masked())
		}
		return nil
	}
}
