#Requires -Version 5.1
# Discovers the devices on your network and sends them to the warranty server. For Windows PowerShell 5.1 and PowerShell 7.
# The tests parse this script but do not run it on Windows. Please report problems.

Set-StrictMode -Version 2.0
$ErrorActionPreference = 'Stop'

$Version = '1.2.0'
$DefaultPorts = @(21, 22, 23, 25, 53, 80, 110, 135, 139, 143, 443, 445, 515, 548, 631, 3389, 5900, 8080, 8443, 9100)
$MaxPerSecond = 1000
$MaxInFlight = 256
$MaxPerHost = 8
$MinBits = 22
$MaxAttempts = 8

$HelpText = 'network_agent.ps1 v' + $Version + @'
: discovers the devices on your network and sends them to the warranty server

  powershell -ExecutionPolicy Bypass -File network_agent.ps1 --server URL [options]       (as Administrator)

  --server URL              server URL, for example https://warranty.example.com
  --agent-secret SECRET     agent secret; other users of this machine can see it in the process list,
                            so prefer the AGENT_SECRET environment variable or --agent-secret-file
  --agent-secret-file FILE  read the secret from a file that only you can read
  --agent-id NAME           name of this agent in the list of scans (default: the host name)
  --save-local              also save the scan to a file in the current directory
  --no-upload               do not send the scan; print it unless --save-local is set
  --subnet CIDR             scan only this part of a connected network
  --exclude IP[,IP]         do not scan these addresses
  --ports LIST              ports to scan, for example 22,80,443
  --rate N                  maximum connections per second, up to 1000
  --dry-run                 print what would be scanned, then exit
  --spool DIR               directory for scans that have not been delivered yet
  --version                 show the version
  --help                    show this help
'@

. "$PSScriptRoot/console.ps1"
. "$PSScriptRoot/networks.ps1"
. "$PSScriptRoot/discovery.ps1"
. "$PSScriptRoot/identity.ps1"
. "$PSScriptRoot/scan.ps1"
. "$PSScriptRoot/upload.ps1"
. "$PSScriptRoot/run.ps1"

[Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12
$options = Read-Options @($args)
if ($options.switches.ContainsKey('--help')) {
    Write-Output $HelpText
} elseif ($options.switches.ContainsKey('--version')) {
    Write-Output ('network_agent.ps1 v' + $Version)
} else {
    Invoke-Agent $options
}
