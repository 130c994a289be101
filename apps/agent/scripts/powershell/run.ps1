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
