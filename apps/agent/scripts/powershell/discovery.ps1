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
