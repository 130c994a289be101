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
