#Requires -Version 5.1
# Finds the devices of your network and sends them to the warranty server. For Windows PowerShell 5.1 and PowerShell 7.
# Parsed by our tests, not executed by us on Windows: please tell us how it fares.

Set-StrictMode -Version 2.0
$ErrorActionPreference = 'Stop'

$Version = '1.2.0'
$DefaultPorts = @(21, 22, 23, 25, 53, 80, 110, 135, 139, 143, 443, 445, 515, 548, 631, 3389, 5900, 8080, 8443, 9100)
$MostPerSecond = 1000
$MostInFlight = 256
$MostPerHost = 8
$UsualBits = 22
$Tries = 8

$HelpText = @'
network_agent.ps1 v1.2.0: finds the devices of your network and sends them to the warranty server

  powershell -ExecutionPolicy Bypass -File network_agent.ps1 --server URL [options]       (as Administrator)

  --server URL              the server, such as https://warranty.example.com
  --agent-secret SECRET     other users of this machine can see it; rather set AGENT_SECRET, or use
  --agent-secret-file FILE  a file that only you can read
  --agent-id NAME           the name under which the scans are listed (default: from this machine)
  --save-local              also keeps the scan as a file in the current folder
  --no-upload               sends nothing; prints the scan unless --save-local is given
  --subnet CIDR             only this part of an attached network
  --exclude IP[,IP]         never these addresses
  --ports LIST              such as 22,80,443
  --rate N                  connects per second, at most 1000
  --dry-run                 prints what would be scanned, and does nothing
  --spool FOLDER            where scans wait while the server is away
  --version                 the version of this script
  --help                    this text
'@

function Write-Log([string]$Text) {
    [Console]::Error.WriteLine($Text)
}

function Stop-Agent([string]$Text, [int]$Code) {
    Write-Log $Text
    exit $Code
}

function Get-Stamp([DateTime]$Moment) {
    $Moment.ToUniversalTime().ToString('yyyy-MM-ddTHH:mm:ss.fffZ', [Globalization.CultureInfo]::InvariantCulture)
}

# A comma makes PowerShell pass a list; every value is a text again here.
function Read-Options([object[]]$Given) {
    $options = @{ switches = @{}; values = @{} }
    $switches = @('--save-local', '--no-upload', '--dry-run', '--help', '--version')
    $values = @('--server', '--agent-secret', '--agent-secret-file', '--agent-id', '--subnet', '--exclude', '--ports', '--rate', '--spool')
    $at = 0
    while ($at -lt $Given.Count) {
        $name = '--' + ([string]$Given[$at]).TrimStart('-').ToLowerInvariant()
        if ($switches -contains $name) {
            $options.switches[$name] = $true
        } elseif (($values -contains $name) -and ($at + 1 -lt $Given.Count)) {
            $at = $at + 1
            $options.values[$name] = (@($Given[$at]) -join ',')
        } else {
            Stop-Agent ("'" + $Given[$at] + "' is not an option, or its value is missing; --help lists them") 2
        }
        $at = $at + 1
    }
    $options
}

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

# Cables and antennas; bridges to one are kept, tunnels and inner networks of virtual machines are not.
function Get-AttachedNetworks {
    $adapters = @(Get-NetAdapter | Where-Object {
            $_.Status -eq 'Up' -and ($_.HardwareInterface -or $_.Name -like 'vEthernet*') -and
            $_.Name -notlike 'vEthernet (WSL*' -and $_.Name -notlike 'vEthernet (Default Switch*'
        })
    foreach ($adapter in $adapters) {
        $addresses = @(Get-NetIPAddress -InterfaceIndex $adapter.ifIndex -AddressFamily IPv4 -ErrorAction SilentlyContinue)
        foreach ($address in $addresses) {
            if ((Test-Private $address.IPAddress) -and $address.PrefixLength -le 30) {
                New-Object PSObject -Property @{
                    Name = $adapter.Name; Index = $adapter.ifIndex; Own = $address.IPAddress; Bits = [int]$address.PrefixLength
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
        $each = ConvertTo-Address ([uint32]($first + $offset))
        if ($Exclude -notcontains $each) { $each }
    }
}

# An empty datagram makes the system ask who has the address; it remembers who answered.
function Find-Neighbours($Network, [string[]]$Addresses) {
    foreach ($wait in @(1100, 2100, 400)) {
        $socket = New-Object Net.Sockets.UdpClient (New-Object Net.IPEndPoint ([Net.IPAddress]::Parse($Network.Own)), 0)
        foreach ($address in $Addresses) {
            try { [void]$socket.Send((New-Object byte[] 0), 0, $address, 9) } catch [Net.Sockets.SocketException] { continue }
        }
        Start-Sleep -Milliseconds $wait
        $socket.Close()
    }
    $found = @{}
    $states = @('Reachable', 'Stale', 'Delay', 'Probe', 'Permanent')
    foreach ($neighbour in @(Get-NetNeighbor -InterfaceIndex $Network.Index -AddressFamily IPv4 -ErrorAction SilentlyContinue)) {
        $mac = ([string]$neighbour.LinkLayerAddress -replace '-', ':').ToLowerInvariant()
        $isDevice = ($mac -match '^[0-9a-f][02468ace](:[0-9a-f]{2}){5}$') -and ($mac -ne '00:00:00:00:00:00')
        if ($isDevice -and ($states -contains [string]$neighbour.State) -and ($Addresses -contains $neighbour.IPAddress)) {
            $found[$neighbour.IPAddress] = $mac
        }
    }
    if ($Addresses -contains $Network.Own) { $found[$Network.Own] = $Network.Mac }
    $found
}

function Complete-Connects($Pending, $Open, $Busy, [int]$Wait) {
    foreach ($each in @($Pending.ToArray())) {
        $late = ([DateTime]::UtcNow - $each.At).TotalMilliseconds -gt $Wait
        if (-not ($each.Result.IsCompleted -or $late)) { continue }
        if ($each.Result.IsCompleted -and $each.Client.Connected) {
            [void]$Open[$each.Address].Add($each.Port)
            $each.Client.LingerState = New-Object Net.Sockets.LingerOption $true, 0
        }
        $each.Client.Close()
        $Busy[$each.Address] = $Busy[$each.Address] - 1
        [void]$Pending.Remove($each)
    }
}

# Connects and closes; no byte is sent, because printers print what they get.
function Find-OpenPorts([string[]]$Addresses, [int[]]$Ports, [int]$Rate) {
    $open = @{}
    $busy = @{}
    $queue = New-Object Collections.Queue
    foreach ($address in $Addresses) {
        $open[$address] = New-Object Collections.ArrayList
        $busy[$address] = 0
    }
    foreach ($port in @($Ports | Get-Random -Count $Ports.Count)) {
        foreach ($address in $Addresses) { $queue.Enqueue(@($address, $port)) }
    }
    $pending = New-Object Collections.ArrayList
    # Ten milliseconds at a time; a little less than the rate, so that no second holds more.
    $burst = [Math]::Max(1, [int][Math]::Floor($Rate / 110))
    while ($queue.Count -gt 0 -or $pending.Count -gt 0) {
        for ($count = 0; $count -lt $burst -and $queue.Count -gt 0 -and $pending.Count -lt $MostInFlight; $count = $count + 1) {
            $next = $queue.Dequeue()
            if ($busy[$next[0]] -ge $MostPerHost) {
                $queue.Enqueue($next)
                continue
            }
            $client = New-Object Net.Sockets.TcpClient
            $busy[$next[0]] = $busy[$next[0]] + 1
            [void]$pending.Add((New-Object PSObject -Property @{
                        Address = $next[0]; Port = $next[1]; Client = $client; At = [DateTime]::UtcNow
                        Result = $client.BeginConnect($next[0], $next[1], $null, $null)
                    }))
        }
        Start-Sleep -Milliseconds ([Math]::Max(10, [int](1100 / $Rate)))
        Complete-Connects $pending $open $busy 1200
    }
    $open
}

function Get-Names([string[]]$Addresses) {
    $tasks = @{}
    foreach ($address in $Addresses) { $tasks[$address] = [Net.Dns]::GetHostEntryAsync($address) }
    $until = [DateTime]::UtcNow.AddSeconds(4)
    while ([DateTime]::UtcNow -lt $until -and @($tasks.Values | Where-Object { -not $_.IsCompleted }).Count -gt 0) {
        Start-Sleep -Milliseconds 50
    }
    $names = @{}
    foreach ($address in $Addresses) {
        $task = $tasks[$address]
        if ([string]$task.Status -eq 'RanToCompletion' -and $task.Result.HostName -ne $address) { $names[$address] = $task.Result.HostName }
    }
    $names
}

function Get-Told([string]$Text) {
    $trimmed = ([string]$Text).Trim()
    $placeholder = '^(to be filled.*|default( string)?|none|n/?a|not (applicable|available|specified)|unknown|oem|system .*|[-0x.* ]*|f+|0?123456789.*)$'
    if ($trimmed -match $placeholder) { '' } else { $trimmed }
}

function Get-OwnIdentity {
    $identity = @{}
    try {
        $product = Get-CimInstance Win32_ComputerSystemProduct
        $bios = Get-CimInstance Win32_BIOS
    } catch {
        return $identity
    }
    $identity.manufacturer = Get-Told $product.Vendor
    $identity.model = Get-Told $product.Name
    $identity.uuid = (Get-Told $product.UUID).ToLowerInvariant()
    if (($identity.manufacturer + ' ' + $identity.model) -notmatch 'vmware|virtual|qemu|kvm|xen|parallels|amazon ec2|google compute') {
        $identity.serial = Get-Told $bios.SerialNumber
        if ($identity.serial) { $identity.serial_source = 'cim' }
    }
    $identity
}

function New-Scan([string]$AgentId, [string]$Begun, [object[]]$Devices) {
    [ordered]@{
        agent_info = [ordered]@{ agent_id = $AgentId; platform = 'windows'; hostname = $env:COMPUTERNAME; version = $Version }
        scan_timestamp = $Begun
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
        timestamp = Get-Stamp ([DateTime]::UtcNow)
        agent_id = $AgentId
    }
    foreach ($field in @('manufacturer', 'model', 'serial', 'serial_source', 'uuid')) {
        if ($Identity.ContainsKey($field) -and $Identity[$field]) { $device[$field] = $Identity[$field] }
    }
    $device
}

function Compress-Text([string]$Text) {
    $bytes = [Text.Encoding]::UTF8.GetBytes($Text)
    $memory = New-Object IO.MemoryStream
    $gzip = New-Object IO.Compression.GZipStream $memory, ([IO.Compression.CompressionMode]::Compress)
    $gzip.Write($bytes, 0, $bytes.Length)
    $gzip.Close()
    , $memory.ToArray()
}

# The status and what was said; 0 where the server could not be reached. Redirects are not followed: the secret goes to
# the server that was named and nowhere else.
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
        @{ Status = 0; Text = 'the answer broke off'; RetryAfter = 0 }
    } finally {
        $response.Close()
    }
}

# The same bytes are repeated until the server answers for good; it knows the scan again by them.
function Send-Scan([string]$Url, [string]$Secret, [string]$Json) {
    $body = Compress-Text $Json
    $wait = 1.0
    for ($try = 1; $try -le $Tries; $try = $try + 1) {
        $answer = Send-Once $Url $Secret $body
        $status = $answer.Status
        if ($status -ge 200 -and $status -lt 300) { return 'sent' }
        if ($status -eq 401 -or $status -eq 403) { return 'secret' }
        if ($status -ge 300 -and $status -lt 500 -and $status -ne 408 -and $status -ne 429) {
            Write-Log ('The server refused the scan (status ' + $status + ').')
            return 'refused'
        }
        if ($try -lt $Tries) {
            $delay = $wait * (0.5 + (Get-Random -Minimum 0.0 -Maximum 0.5)) + $answer.RetryAfter
            Write-Log ('The server could not take the scan (status {0}); trying again in {1:0.0} s' -f $status, $delay)
            Start-Sleep -Milliseconds ([int]($delay * 1000))
            $wait = [Math]::Min($wait * 2, 60)
        }
    }
    'undelivered'
}

function Send-Waiting([string]$Folder, [string]$Url, [string]$Secret) {
    foreach ($file in @(Get-ChildItem -Path $Folder -Filter '*.scan.json' | Sort-Object LastWriteTimeUtc)) {
        switch (Send-Scan $Url $Secret ([IO.File]::ReadAllText($file.FullName))) {
            'sent' {
                Write-Log 'The server has the scan.'
                Remove-Item -LiteralPath $file.FullName
            }
            'secret' { Stop-Agent 'the server does not accept this agent secret; make a new one on the Download Agents page' 5 }
            'refused' { Stop-Agent ('the scan is kept as ' + $file.FullName) 6 }
            default { Stop-Agent ('the scan is kept in ' + $Folder + ' and goes along with the next one') 4 }
        }
    }
}

function Get-ServerUrl([string]$Text) {
    $uri = $null
    $isUrl = [Uri]::TryCreate($Text, [UriKind]::Absolute, [ref]$uri)
    if (-not $isUrl -or ($uri.Scheme -ne 'https' -and -not ($uri.Scheme -eq 'http' -and $uri.IsLoopback)) -or $uri.UserInfo) {
        Stop-Agent '--server is needed and begins with https://, such as --server https://warranty.example.com; or use --no-upload' 2
    }
    $Text.TrimEnd('/') + '/api/agent/discoveries'
}

function Get-Secret($Values) {
    $secret = [string]$env:AGENT_SECRET
    $env:AGENT_SECRET = $null
    if ($Values.ContainsKey('--agent-secret-file')) { $secret = [IO.File]::ReadAllText($Values['--agent-secret-file']) }
    if ($Values.ContainsKey('--agent-secret')) {
        Write-Log 'Warning: other users of this machine can read a secret given as --agent-secret. Set AGENT_SECRET instead.'
        $secret = $Values['--agent-secret']
    }
    $secret = $secret.Trim()
    if ($secret -notmatch '^[!-~]+$') {
        Stop-Agent 'an agent secret is needed: make one on the Download Agents page and set AGENT_SECRET, or use --no-upload' 2
    }
    $secret
}

function Get-Plan($Values) {
    $networks = @(Get-AttachedNetworks)
    $exclude = @()
    if ($Values.ContainsKey('--exclude')) { $exclude = @($Values['--exclude'].Split(',')) }
    foreach ($network in $networks) {
        $from = $network.Own
        $bits = $network.Bits
        if ($Values.ContainsKey('--subnet')) {
            $wanted = $Values['--subnet'].Split('/')
            $size = [uint32][Math]::Pow(2, 32 - $bits)
            $isInside = [Math]::Floor((ConvertTo-Number $wanted[0]) / $size) -eq [Math]::Floor((ConvertTo-Number $from) / $size)
            if (-not $isInside -or [int]$wanted[1] -lt $bits) { continue }
            $from = $wanted[0]
            $bits = [int]$wanted[1]
        }
        if ($bits -lt $UsualBits) {
            Write-Log ('Left out: ' + $network.Name + ' is larger than a /' + $UsualBits + '; choose a part with --subnet.')
            continue
        }
        @{ Network = $network; Addresses = @(Get-Addresses $from $bits $exclude) }
    }
}

function Invoke-Agent($Options) {
    $values = $Options.values
    $switches = $Options.switches
    $ports = $DefaultPorts
    if ($values.ContainsKey('--ports')) { $ports = @($values['--ports'].Split(',') | ForEach-Object { [int]$_ }) }
    $rate = $MostPerSecond
    if ($values.ContainsKey('--rate')) { $rate = [Math]::Min([Math]::Max([int]$values['--rate'], 1), $MostPerSecond) }
    $isUpload = -not $switches.ContainsKey('--no-upload')
    if ($isUpload) {
        $url = Get-ServerUrl ([string]$values['--server'])
        if (-not $switches.ContainsKey('--dry-run')) { $secret = Get-Secret $values }
    }
    $plan = @(Get-Plan $values)
    if ($plan.Count -eq 0) { Stop-Agent 'this machine is attached to no private network that may be scanned' 3 }
    foreach ($part in $plan) { Write-Log ('{0}: {1} addresses, {2} ports' -f $part.Network.Name, $part.Addresses.Count, $ports.Count) }
    if ($switches.ContainsKey('--dry-run')) { return }
    $agentId = [string]$values['--agent-id']
    if (-not $agentId) { $agentId = $env:COMPUTERNAME }
    $begun = Get-Stamp ([DateTime]::UtcNow)
    $devices = @(foreach ($part in $plan) { Get-Devices $part $ports $rate $agentId })
    Write-Log ('Found {0} devices.' -f $devices.Count)
    $json = New-Scan $agentId $begun $devices | ConvertTo-Json -Depth 6 -Compress
    $name = 'network_scan_' + ($agentId -replace '[^\w-]', '-') + '_' + ($begun -replace '[^\w-]', '')
    $encoding = New-Object Text.UTF8Encoding $false
    if ($switches.ContainsKey('--save-local')) {
        [IO.File]::WriteAllText((Join-Path (Get-Location).Path ($name + '.json')), $json, $encoding)
    } elseif (-not $isUpload) {
        Write-Output $json
    }
    if ($isUpload) {
        $folder = [string]$values['--spool']
        if (-not $folder) { $folder = Join-Path $env:APPDATA 'network-agent' }
        [void](New-Item -ItemType Directory -Force -Path $folder)
        [IO.File]::WriteAllText((Join-Path $folder ($name + '.scan.json')), $json, $encoding)
        Send-Waiting $folder $url $secret
    }
}

function Get-Devices($Part, [int[]]$Ports, [int]$Rate, [string]$AgentId) {
    $neighbours = Find-Neighbours $Part.Network $Part.Addresses
    $found = @($neighbours.Keys | Sort-Object { ConvertTo-Number $_ })
    if ($found.Count -eq 0) { return }
    $open = Find-OpenPorts $found $Ports $Rate
    $names = Get-Names $found
    foreach ($address in $found) {
        $identity = @{}
        $name = $names[$address]
        if ($address -eq $Part.Network.Own) {
            $identity = Get-OwnIdentity
            $name = $env:COMPUTERNAME
        }
        New-Device $address $name $neighbours[$address] @($open[$address] | Sort-Object) $AgentId $identity
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
