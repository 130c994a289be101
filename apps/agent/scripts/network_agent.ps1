#Requires -Version 5.1
# Discovers the devices on your network and sends them to the warranty server. For Windows PowerShell 5.1 and PowerShell 7.
# The tests parse this script but do not run it on Windows. Please report problems.
# Joined from apps/agent/scripts/powershell by `npm run docs`.

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

# What the user types and reads.

function Write-Log([string]$Text) {
    [Console]::Error.WriteLine($Text)
}

function Stop-Agent([string]$Text, [int]$Code) {
    Write-Log $Text
    exit $Code
}

# PowerShell passes values that contain commas as lists. This joins them again.
function Read-Options([object[]]$Arguments) {
    $options = @{ switches = @{}; values = @{} }
    $switches = @('--save-local', '--no-upload', '--dry-run', '--help', '--version')
    $values = @('--server', '--agent-secret', '--agent-secret-file', '--agent-id', '--subnet', '--exclude', '--ports', '--rate', '--spool')
    $index = 0
    while ($index -lt $Arguments.Count) {
        $name = '--' + ([string]$Arguments[$index]).TrimStart('-').ToLowerInvariant()
        if ($switches -contains $name) {
            $options.switches[$name] = $true
        } elseif (($values -contains $name) -and ($index + 1 -lt $Arguments.Count)) {
            $index = $index + 1
            $options.values[$name] = (@($Arguments[$index]) -join ',')
        } else {
            Stop-Agent ("'" + $Arguments[$index] + "' is not an option or its value is missing; run with --help to list the options") 2
        }
        $index = $index + 1
    }
    $options
}

# The networks of this machine, and which addresses are scanned.

function ConvertTo-Number([string]$Address) {
    $bytes = [Net.IPAddress]::Parse($Address).GetAddressBytes()
    [Array]::Reverse($bytes)
    [BitConverter]::ToUInt32($bytes, 0)
}

function ConvertTo-Address([uint32]$Number) {
    $bytes = [BitConverter]::GetBytes($Number)
    [Array]::Reverse($bytes)
    (New-Object Net.IPAddress (, $bytes)).ToString()
}

function Test-Private([string]$Address) {
    $parts = $Address.Split('.')
    ($parts[0] -eq '10') -or ($parts[0] -eq '192' -and $parts[1] -eq '168') -or
        ($parts[0] -eq '172' -and [int]$parts[1] -ge 16 -and [int]$parts[1] -le 31)
}

# Returns physical networks and bridges to them, but no tunnels and no internal networks of virtual machines.
function Get-ConnectedNetworks {
    $adapters = @(Get-NetAdapter | Where-Object {
            $_.Status -eq 'Up' -and ($_.HardwareInterface -or $_.Name -like 'vEthernet*') -and
            $_.Name -notlike 'vEthernet (WSL*' -and $_.Name -notlike 'vEthernet (Default Switch*'
        })
    foreach ($adapter in $adapters) {
        $addresses = @(Get-NetIPAddress -InterfaceIndex $adapter.ifIndex -AddressFamily IPv4 -ErrorAction SilentlyContinue)
        foreach ($address in $addresses) {
            if ((Test-Private $address.IPAddress) -and $address.PrefixLength -le 30) {
                New-Object PSObject -Property @{
                    Name = $adapter.Name; Index = $adapter.ifIndex; LocalAddress = $address.IPAddress; Bits = [int]$address.PrefixLength
                    Mac = ($adapter.MacAddress -replace '-', ':').ToLowerInvariant()
                }
            }
        }
    }
}

function Get-Addresses([string]$Address, [int]$Bits, [string[]]$Exclude) {
    $size = [uint32][Math]::Pow(2, 32 - $Bits)
    $number = ConvertTo-Number $Address
    $first = $number - ($number % $size)
    for ($offset = 1; $offset -lt $size - 1; $offset = $offset + 1) {
        $candidate = ConvertTo-Address ([uint32]($first + $offset))
        if ($Exclude -notcontains $candidate) { $candidate }
    }
}

function Get-ScanPlan($Values) {
    $networks = @(Get-ConnectedNetworks)
    $exclude = @()
    if ($Values.ContainsKey('--exclude')) { $exclude = @($Values['--exclude'].Split(',')) }
    foreach ($network in $networks) {
        $address = $network.LocalAddress
        $bits = $network.Bits
        if ($Values.ContainsKey('--subnet')) {
            $subnet = $Values['--subnet'].Split('/')
            $size = [uint32][Math]::Pow(2, 32 - $bits)
            $isInside = [Math]::Floor((ConvertTo-Number $subnet[0]) / $size) -eq [Math]::Floor((ConvertTo-Number $address) / $size)
            if (-not $isInside -or [int]$subnet[1] -lt $bits) { continue }
            $address = $subnet[0]
            $bits = [int]$subnet[1]
        }
        if ($bits -lt $MinBits) {
            Write-Log ('Skipped: ' + $network.Name + ' is larger than a /' + $MinBits + '; select a part with --subnet.')
            continue
        }
        @{ Network = $network; Addresses = @(Get-Addresses $address $bits $exclude) }
    }
}

# Finds the devices, their open ports and their names.

# Sending an empty datagram makes Windows send an ARP request. The neighbor table contains the replies.
function Find-Neighbors($Network, [string[]]$Addresses) {
    foreach ($delay in @(1100, 2100, 400)) {
        $socket = New-Object Net.Sockets.UdpClient (New-Object Net.IPEndPoint ([Net.IPAddress]::Parse($Network.LocalAddress)), 0)
        foreach ($address in $Addresses) {
            try { [void]$socket.Send((New-Object byte[] 0), 0, $address, 9) } catch [Net.Sockets.SocketException] { continue }
        }
        Start-Sleep -Milliseconds $delay
        $socket.Close()
    }
    $found = @{}
    $states = @('Reachable', 'Stale', 'Delay', 'Probe', 'Permanent')
    foreach ($neighbor in @(Get-NetNeighbor -InterfaceIndex $Network.Index -AddressFamily IPv4 -ErrorAction SilentlyContinue)) {
        $mac = ([string]$neighbor.LinkLayerAddress -replace '-', ':').ToLowerInvariant()
        $isDevice = ($mac -match '^[0-9a-f][02468ace](:[0-9a-f]{2}){5}$') -and ($mac -ne '00:00:00:00:00:00')
        if ($isDevice -and ($states -contains [string]$neighbor.State) -and ($Addresses -contains $neighbor.IPAddress)) {
            $found[$neighbor.IPAddress] = $mac
        }
    }
    if ($Addresses -contains $Network.LocalAddress) { $found[$Network.LocalAddress] = $Network.Mac }
    $found
}

function Complete-Connections($Pending, $Open, $InFlight, [int]$Timeout) {
    foreach ($connection in @($Pending.ToArray())) {
        $isTimedOut = ([DateTime]::UtcNow - $connection.StartedAt).TotalMilliseconds -gt $Timeout
        if (-not ($connection.Result.IsCompleted -or $isTimedOut)) { continue }
        if ($connection.Result.IsCompleted -and $connection.Client.Connected) {
            [void]$Open[$connection.Address].Add($connection.Port)
            $connection.Client.LingerState = New-Object Net.Sockets.LingerOption $true, 0
        }
        $connection.Client.Close()
        $InFlight[$connection.Address] = $InFlight[$connection.Address] - 1
        [void]$Pending.Remove($connection)
    }
}

# Opens and closes connections. It sends no data, because printers print what they receive.
function Find-OpenPorts([string[]]$Addresses, [int[]]$Ports, [int]$Rate) {
    $open = @{}
    $inFlight = @{}
    $queue = New-Object Collections.Queue
    foreach ($address in $Addresses) {
        $open[$address] = New-Object Collections.ArrayList
        $inFlight[$address] = 0
    }
    foreach ($port in @($Ports | Get-Random -Count $Ports.Count)) {
        foreach ($address in $Addresses) { $queue.Enqueue(@($address, $port)) }
    }
    $pending = New-Object Collections.ArrayList
    # Connections per 10 ms, slightly below the rate, so that no second exceeds it.
    $burst = [Math]::Max(1, [int][Math]::Floor($Rate / 110))
    while ($queue.Count -gt 0 -or $pending.Count -gt 0) {
        for ($count = 0; $count -lt $burst -and $queue.Count -gt 0 -and $pending.Count -lt $MaxInFlight; $count = $count + 1) {
            $next = $queue.Dequeue()
            if ($inFlight[$next[0]] -ge $MaxPerHost) {
                $queue.Enqueue($next)
                continue
            }
            $client = New-Object Net.Sockets.TcpClient
            $inFlight[$next[0]] = $inFlight[$next[0]] + 1
            [void]$pending.Add((New-Object PSObject -Property @{
                        Address = $next[0]; Port = $next[1]; Client = $client; StartedAt = [DateTime]::UtcNow
                        Result = $client.BeginConnect($next[0], $next[1], $null, $null)
                    }))
        }
        Start-Sleep -Milliseconds ([Math]::Max(10, [int](1100 / $Rate)))
        Complete-Connections $pending $open $inFlight 1200
    }
    $open
}

function Get-Names([string[]]$Addresses) {
    $tasks = @{}
    foreach ($address in $Addresses) { $tasks[$address] = [Net.Dns]::GetHostEntryAsync($address) }
    $deadline = [DateTime]::UtcNow.AddSeconds(4)
    while ([DateTime]::UtcNow -lt $deadline -and @($tasks.Values | Where-Object { -not $_.IsCompleted }).Count -gt 0) {
        Start-Sleep -Milliseconds 50
    }
    $names = @{}
    foreach ($address in $Addresses) {
        $task = $tasks[$address]
        if ([string]$task.Status -eq 'RanToCompletion' -and $task.Result.HostName -ne $address) { $names[$address] = $task.Result.HostName }
    }
    $names
}

# What this machine says about itself.

function Remove-Placeholder([string]$Text) {
    $trimmed = ([string]$Text).Trim()
    $placeholder = '^(to be filled.*|default( string)?|none|n/?a|not (applicable|available|specified)|unknown|oem|system .*|[-0x.* ]*|f+|0?123456789.*)$'
    if ($trimmed -match $placeholder) { '' } else { $trimmed }
}

function Get-LocalIdentity {
    $identity = @{}
    try {
        $product = Get-CimInstance Win32_ComputerSystemProduct
        $bios = Get-CimInstance Win32_BIOS
    } catch {
        return $identity
    }
    $identity.manufacturer = Remove-Placeholder $product.Vendor
    $identity.model = Remove-Placeholder $product.Name
    $identity.uuid = (Remove-Placeholder $product.UUID).ToLowerInvariant()
    if (($identity.manufacturer + ' ' + $identity.model) -notmatch 'vmware|virtual|qemu|kvm|xen|parallels|amazon ec2|google compute') {
        $identity.serial = Remove-Placeholder $bios.SerialNumber
        if ($identity.serial) { $identity.serial_source = 'cim' }
    }
    $identity
}

# The scan as the server expects it.

function Get-Timestamp([DateTime]$Time) {
    $Time.ToUniversalTime().ToString('yyyy-MM-ddTHH:mm:ss.fffZ', [Globalization.CultureInfo]::InvariantCulture)
}

function New-Scan([string]$AgentId, [string]$StartedAt, [object[]]$Devices) {
    [ordered]@{
        agent_info = [ordered]@{ agent_id = $AgentId; platform = 'windows'; hostname = $env:COMPUTERNAME; version = $Version }
        scan_timestamp = $StartedAt
        devices = @($Devices)
        total_devices = @($Devices).Count
    }
}

function New-Device([string]$Address, $Name, $Mac, [int[]]$OpenPorts, [string]$AgentId, $Identity) {
    $device = [ordered]@{
        ip = $Address
        hostname = $Name
        mac = $Mac
        open_ports = @($OpenPorts)
        timestamp = Get-Timestamp ([DateTime]::UtcNow)
        agent_id = $AgentId
    }
    foreach ($field in @('manufacturer', 'model', 'serial', 'serial_source', 'uuid')) {
        if ($Identity.ContainsKey($field) -and $Identity[$field]) { $device[$field] = $Identity[$field] }
    }
    $device
}

function Get-Devices($Part, [int[]]$Ports, [int]$Rate, [string]$AgentId) {
    $neighbors = Find-Neighbors $Part.Network $Part.Addresses
    $found = @($neighbors.Keys | Sort-Object { ConvertTo-Number $_ })
    if ($found.Count -eq 0) { return }
    $open = Find-OpenPorts $found $Ports $Rate
    $names = Get-Names $found
    foreach ($address in $found) {
        $identity = @{}
        $name = $names[$address]
        if ($address -eq $Part.Network.LocalAddress) {
            $identity = Get-LocalIdentity
            $name = $env:COMPUTERNAME
        }
        New-Device $address $name $neighbors[$address] @($open[$address] | Sort-Object) $AgentId $identity
    }
}

# Sends scans to the server, and the secret to no other host.

function Get-ServerUrl([string]$Text) {
    $uri = $null
    $isUrl = [Uri]::TryCreate($Text, [UriKind]::Absolute, [ref]$uri)
    if (-not $isUrl -or ($uri.Scheme -ne 'https' -and -not ($uri.Scheme -eq 'http' -and $uri.IsLoopback)) -or $uri.UserInfo) {
        Stop-Agent '--server is required and must start with https://, for example --server https://warranty.example.com; or use --no-upload' 2
    }
    $Text.TrimEnd('/') + '/api/agent/discoveries'
}

function Get-Secret($Values) {
    $secret = [string]$env:AGENT_SECRET
    $env:AGENT_SECRET = $null
    if ($Values.ContainsKey('--agent-secret-file')) { $secret = [IO.File]::ReadAllText($Values['--agent-secret-file']) }
    if ($Values.ContainsKey('--agent-secret')) {
        Write-Log 'Warning: other users of this machine can see the value of --agent-secret. Set AGENT_SECRET instead.'
        $secret = $Values['--agent-secret']
    }
    $secret = $secret.Trim()
    if ($secret -notmatch '^[!-~]+$') {
        Stop-Agent 'an agent secret is required: create one on the Download Agents page and set AGENT_SECRET, or use --no-upload' 2
    }
    $secret
}

function Compress-Text([string]$Text) {
    $bytes = [Text.Encoding]::UTF8.GetBytes($Text)
    $memory = New-Object IO.MemoryStream
    $gzip = New-Object IO.Compression.GZipStream $memory, ([IO.Compression.CompressionMode]::Compress)
    $gzip.Write($bytes, 0, $bytes.Length)
    $gzip.Close()
    , $memory.ToArray()
}

# Returns the status and the text of the reply; the status is 0 if the server is unreachable. Redirects are not followed,
# so that the secret is only sent to the specified server.
function Send-Once([string]$Url, [string]$Secret, [byte[]]$Body) {
    $request = [Net.HttpWebRequest][Net.WebRequest]::Create($Url)
    $request.Method = 'POST'
    $request.AllowAutoRedirect = $false
    $request.Timeout = 60000
    $request.ContentType = 'application/json'
    $request.UserAgent = 'network-agent-ps1/' + $Version
    $request.Headers.Add('Content-Encoding', 'gzip')
    $request.Headers.Add('Authorization', 'Bearer ' + $Secret)
    $response = $null
    try {
        $stream = $request.GetRequestStream()
        $stream.Write($Body, 0, $Body.Length)
        $stream.Close()
        $response = $request.GetResponse()
    } catch [Net.WebException] {
        $response = $_.Exception.Response
        if ($null -eq $response) { return @{ Status = 0; Text = $_.Exception.Message; RetryAfter = 0 } }
    }
    try {
        $reader = New-Object IO.StreamReader $response.GetResponseStream()
        $seconds = 0
        [void][int]::TryParse([string]$response.Headers['Retry-After'], [ref]$seconds)
        @{ Status = [int]$response.StatusCode; Text = $reader.ReadToEnd(); RetryAfter = [Math]::Min([Math]::Max($seconds, 0), 900) }
    } catch [IO.IOException] {
        @{ Status = 0; Text = 'the reply was cut off'; RetryAfter = 0 }
    } finally {
        $response.Close()
    }
}

# Sends the same bytes until the server accepts or rejects them, so that it can recognize duplicates.
function Send-Scan([string]$Url, [string]$Secret, [string]$Json) {
    $body = Compress-Text $Json
    $backoff = 1.0
    for ($attempt = 1; $attempt -le $MaxAttempts; $attempt = $attempt + 1) {
        $reply = Send-Once $Url $Secret $body
        $status = $reply.Status
        if ($status -ge 200 -and $status -lt 300) { return 'sent' }
        if ($status -eq 403 -and $reply.Text -match '"agent_secret_bound"') { return 'bound' }
        if ($status -eq 401 -or $status -eq 403) { return 'secret' }
        if ($status -ge 300 -and $status -lt 500 -and $status -ne 408 -and $status -ne 429) {
            Write-Log ('The server rejected the scan (status ' + $status + ').')
            return 'rejected'
        }
        if ($attempt -lt $MaxAttempts) {
            $delay = $backoff * (0.5 + (Get-Random -Minimum 0.0 -Maximum 0.5)) + $reply.RetryAfter
            Write-Log ('Failed to deliver the scan (status {0}); retrying in {1:0.0} s' -f $status, $delay)
            Start-Sleep -Milliseconds ([int]($delay * 1000))
            $backoff = [Math]::Min($backoff * 2, 60)
        }
    }
    'undelivered'
}

function Send-Pending([string]$Directory, [string]$Url, [string]$Secret) {
    foreach ($file in @(Get-ChildItem -Path $Directory -Filter '*.scan.json' | Sort-Object LastWriteTimeUtc)) {
        switch (Send-Scan $Url $Secret ([IO.File]::ReadAllText($file.FullName))) {
            'sent' {
                Write-Log 'Scan delivered.'
                Remove-Item -LiteralPath $file.FullName
            }
            'secret' { Stop-Agent 'the server rejected the agent secret; create a new one on the Download Agents page' 5 }
            'bound' { Stop-Agent 'the server rejected the agent secret: it belongs to another agent. Create one for this agent, or choose "Use with another agent" on the Download Agents page' 5 }
            'rejected' { Stop-Agent ('the scan is saved as ' + $file.FullName) 6 }
            default { Stop-Agent ('the scan is saved in ' + $Directory + ' and will be sent with the next one') 4 }
        }
    }
}

# The run, from the options to the upload.

function Invoke-Agent($Options) {
    $values = $Options.values
    $switches = $Options.switches
    $ports = $DefaultPorts
    if ($values.ContainsKey('--ports')) { $ports = @($values['--ports'].Split(',') | ForEach-Object { [int]$_ }) }
    $rate = $MaxPerSecond
    if ($values.ContainsKey('--rate')) { $rate = [Math]::Min([Math]::Max([int]$values['--rate'], 1), $MaxPerSecond) }
    $isUpload = -not $switches.ContainsKey('--no-upload')
    if ($isUpload) {
        $url = Get-ServerUrl ([string]$values['--server'])
        if (-not $switches.ContainsKey('--dry-run')) { $secret = Get-Secret $values }
    }
    $plan = @(Get-ScanPlan $values)
    if ($plan.Count -eq 0) { Stop-Agent 'this machine is not connected to a private network that can be scanned' 3 }
    foreach ($part in $plan) { Write-Log ('{0}: {1} addresses, {2} ports' -f $part.Network.Name, $part.Addresses.Count, $ports.Count) }
    if ($switches.ContainsKey('--dry-run')) { return }
    $agentId = [string]$values['--agent-id']
    if (-not $agentId) { $agentId = $env:COMPUTERNAME }
    $startedAt = Get-Timestamp ([DateTime]::UtcNow)
    $devices = @(foreach ($part in $plan) { Get-Devices $part $ports $rate $agentId })
    Write-Log ('Found {0} devices.' -f $devices.Count)
    $json = New-Scan $agentId $startedAt $devices | ConvertTo-Json -Depth 6 -Compress
    $name = 'network_scan_' + ($agentId -replace '[^\w-]', '-') + '_' + ($startedAt -replace '[^\w-]', '')
    $encoding = New-Object Text.UTF8Encoding $false
    if ($switches.ContainsKey('--save-local')) {
        [IO.File]::WriteAllText((Join-Path (Get-Location).Path ($name + '.json')), $json, $encoding)
    } elseif (-not $isUpload) {
        Write-Output $json
    }
    if ($isUpload) {
        $directory = [string]$values['--spool']
        if (-not $directory) { $directory = Join-Path $env:APPDATA 'network-agent' }
        [void](New-Item -ItemType Directory -Force -Path $directory)
        [IO.File]::WriteAllText((Join-Path $directory ($name + '.scan.json')), $json, $encoding)
        Send-Pending $directory $url $secret
    }
}

[Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12
$options = Read-Options @($args)
if ($options.switches.ContainsKey('--help')) {
    Write-Output $HelpText
} elseif ($options.switches.ContainsKey('--version')) {
    Write-Output ('network_agent.ps1 v' + $Version)
} else {
    Invoke-Agent $options
}
