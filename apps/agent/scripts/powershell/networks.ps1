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
