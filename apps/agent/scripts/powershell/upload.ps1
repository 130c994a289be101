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
